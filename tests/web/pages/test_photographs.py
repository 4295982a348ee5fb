"""Test photographs from a phone: accepted, refused in one line, and limited in size."""

from dataclasses import replace
from io import BytesIO

import pytest

from tests.web.conftest import Caller
from tests.web.table_behind import Does
from web import uploads
from web.snapshot import Snapshot
from web.snapshot_hub import SnapshotHub

PEOPLE = {"Accept": "text/html"}


def test_a_photograph_is_read(client: Caller, does: Does, jpeg: bytes) -> None:
    answer = client.post("/snap", data={"photo": (BytesIO(jpeg), "a.jpg")}, headers=PEOPLE)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert does.asked == [("photo", len(jpeg))]


def test_what_is_no_photograph_is_told_where_it_was_sent_from(client: Caller) -> None:
    answer = client.post("/snap", data={"photo": (BytesIO(b"GIF?"), "a.gif")}, headers=PEOPLE)
    assert answer.status_code == 422
    assert "not a photograph that can be decoded" in answer.text
    assert 'type="file"' in answer.text


def test_at_the_end_of_a_hand_it_says_whose_is_still_to_be_photographed(
    client: Caller, hub: SnapshotHub, table: Snapshot
) -> None:
    assert "Ann plays." in client.get("/snap").text
    hub.publish(replace(table, turn=None, scores=replace(table.scores, owing=(0, 1))))
    page = client.get("/snap").text
    assert "Still to be counted: the cards of Ann and Bertrand." in page
    assert "Ann plays." not in page


def test_a_photograph_has_a_most_of_bytes(client: Caller, does: Does) -> None:
    form = {"data": bytes(17_000_000), "content_type": "multipart/form-data; boundary=b"}
    answer = client.post("/snap", **form)
    assert answer.status_code == 413
    assert does.asked == []


def test_one_photograph_is_held_in_memory_at_a_time(
    client: Caller, does: Does, jpeg: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "QUEUE_TIMEOUT_SECONDS", 0)
    with uploads._READING:
        answer = client.post("/snap", data={"photo": (BytesIO(jpeg), "a.jpg")}, headers=PEOPLE)
    assert answer.status_code == 422
    assert "Other photographs come before yours" in answer.text
    assert does.asked == []
    client.post("/snap", data={"photo": (BytesIO(jpeg), "a.jpg")}, headers=PEOPLE)
    assert len(does.asked) == 1


@pytest.mark.parametrize(
    ("layout", "board", "told"),
    [
        ("rows", (), "the stock and the exposed card"),
        ("grid", (), "the stock and the exposed card"),
        ("grid", ("..",), "The whole board is in the picture."),
        ("piles", (), "All cards are in the picture."),
    ],
)
def test_only_what_the_game_has_is_wanted_in_the_picture(
    client: Caller, hub: SnapshotHub, table: Snapshot, layout: str, board: tuple[str, ...], told: str
) -> None:
    hub.publish(replace(table, position=replace(table.position, layout=layout, board=board)))
    page = client.get("/snap").text
    assert told in page
    assert ("exposed" in page) is ("exposed" in told)
