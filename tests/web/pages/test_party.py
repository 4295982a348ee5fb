"""Test the pages of a party on a phone: the standings, the initials that the left-hand neighbour enters,
and the cut of cards between players who tie."""

import queue
from dataclasses import replace

import pytest

from engine.table.commands import GoOn
from tests.web.conftest import Caller
from web.requests import Cut, Initial, PhoneRequest
from web.snapshot import Reckoning, ScoreCard, Snapshot
from web.snapshot_hub import SnapshotHub

Asked = queue.Queue[PhoneRequest]


@pytest.fixture
def between(hub: SnapshotHub, table: Snapshot) -> Snapshot:
    """Publish a party after its third hand, and return its snapshot. Bertrand (player 1) has to initial
    Ann's score."""
    cards = (ScoreCard(mark=12, by=1), ScoreCard(mark=0, by=2), ScoreCard())
    curve = ((0, 0, 0), (42, 60, 103), (42, 87, 103), (42, 87, 103))
    shown = replace(
        table,
        scores=replace(table.scores, reckoning=Reckoning("initials", cards), curve=curve),
        buttons=replace(table.buttons, may_confirm=False),
    )
    hub.publish(replace(shown, scores=replace(shown.scores, lowest_wins=True)))
    return shown


def test_standings_put_the_lowest_first_where_cards_count_against(client: Caller, between: Snapshot) -> None:
    page = client.get("/party").text
    standings = page[page.index("standings") :]
    assert standings.index("Ann") < standings.index("Bertrand") < standings.index("Cleo")
    assert "<td>+27</td>" in page


def test_a_score_that_is_still_to_be_initialled_is_no_zero(client: Caller, between: Snapshot) -> None:
    page = client.get("/party").text
    newest = page[page.index('<th scope="row">3</th>') :].partition("</tr>")[0]
    assert newest.count("not initialled yet") == 2
    assert newest.count("<td>+0</td>") == 1


def test_the_neighbour_on_the_left_initials(client: Caller, asked: Asked, between: Snapshot) -> None:
    assert client.post("/party/initial", data={"player": "0"}).status_code == 202
    assert asked.get_nowait() == Initial(0)
    assert client.post("/party/initial", data={"player": "1"}).status_code == 403
    assert client.post("/party/initial", data={"player": "2"}).status_code == 409
    assert client.post("/party/initial", data={}).status_code == 400
    assert client.steward().post("/party/initial", data={"player": "1"}).status_code == 202


def test_who_ties_cuts_and_nobody_else(
    client: Caller, asked: Asked, hub: SnapshotHub, table: Snapshot
) -> None:
    cards = (ScoreCard(cuts=True), ScoreCard(), ScoreCard(cuts=True))
    hub.publish(replace(table, scores=replace(table.scores, reckoning=Reckoning("cutting", cards))))
    assert 'name="card-2"' in client.get("/party").text
    assert client.post("/party/cut", data={"card-0": "q", "card-2": "A"}).status_code == 202
    assert asked.get_nowait() == Cut(("Q", "", "A"))
    assert client.post("/party/cut", data={"card-0": "Q", "card-1": "A"}).status_code == 409
    assert client.post("/party/cut", data={"card-0": "7", "card-2": "A"}).status_code == 400


def test_between_hands_the_main_button_goes_on(
    client: Caller, asked: Asked, hub: SnapshotHub, table: Snapshot
) -> None:
    hub.publish(replace(table, turn=None, buttons=replace(table.buttons, may_confirm=False)))
    assert 'form="next"' in client.get("/").text
    assert client.post("/api/next").status_code == 202
    assert asked.get_nowait() == GoOn()
