"""Test a table with a machine of its own at a party: its bell, its match, and the facts that it sends."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.hardware.camera import Frame
from device.party import party_messages
from device.party.clocks import CLOCK_SAMPLES
from device.party.link import HubLink
from device.party.party_messages import Ping, Pong, TableState, message, payload_of
from device.party.stations import Message
from device.records.journal import Journal
from device.running.inbox import Inbox
from device.running.view import TableView
from device.service.call_boards import board_picture
from device.service.party_table import PartyBell, PartyTable, facts_of, own_events
from device.signals import Signal
from engine.events import AnyEvent, HandDealt, HandScored, MatchSetUp, ScoreInitialled, TimeUp
from engine.party import Fact, RoundCounted, SeatInitialled, TableReady
from engine.shared.condition import Condition, Frozen, NoPictures
from engine.table.commands import RecordEvent, SetTimer
from engine.table.referee import replayed_referee
from engine.words import WordList
from tests.device.party.party_broker import TOPICS

BOARD: Final = b"\xff\xd8\xff a picture"
AHEAD: Final = 5000.0
"""The seconds by which the hub's clock is ahead of the true time."""
WAYS = st.tuples(st.floats(0.0, 0.09), st.floats(0.0, 0.09))
SEATS = ["p1", "", "p2", "p3"]
PLAYERS = ("Ann", "Bob", "Cy")
EVENTS: tuple[AnyEvent, ...] = (
    MatchSetUp("lexicon-party", PLAYERS),
    HandDealt(),
    TimeUp(),
    HandScored(("A", "", "E")),
    ScoreInitialled(0, 1),
    ScoreInitialled(2, 0),
)


def test_a_match_is_told_as_facts_of_its_seats() -> None:
    facts = facts_of(EVENTS, 2, SEATS)
    assert isinstance(facts[0], RoundCounted)
    assert facts[0].round == 2
    assert facts[0].points[1] is None
    assert None not in (facts[0].points[0], facts[0].points[2], facts[0].points[3])
    assert facts[0].points[2] == 0
    assert facts[1:] == (SeatInitialled(2, 0, 2), SeatInitialled(2, 3, 0))


def test_a_match_ends_where_the_next_begins() -> None:
    two = (*EVENTS, MatchSetUp("lexicon-party", PLAYERS))
    assert own_events(two, 1) == EVENTS
    assert own_events(two, 2) == two[-1:]
    assert own_events(two, 3) == ()


class Rung:
    """A stand-in for the bell that lists its strokes."""

    def __init__(self) -> None:
        self.signals: list[Signal] = []

    def ring(self, signal: Signal) -> None:
        self.signals.append(signal)

    def close(self) -> None:
        self.signals.append("the match is over")


class Alarms:
    """Alarms that go off when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[tuple[float, object]] = []

    def __call__(self, seconds: float, action: object) -> "Alarms":
        self.waiting = [(seconds, action)]
        return self

    def start(self) -> None:
        """Set no alarm. The test lets the alarms go off."""

    def cancel(self) -> None:
        self.waiting = []

    def go_off(self) -> None:
        ((_, action),) = self.waiting
        assert callable(action)
        action()


class Table:
    """A table at a party. The test sends it the party's states, and collects the results."""

    def __init__(self, folder: Path) -> None:
        self.journal: Journal[Fact] = Journal(
            folder / "facts", encode=party_messages.encode, decode=party_messages.decode, clock=lambda: 0.0
        )
        self.link = HubLink(TOPICS, "table/0", self.journal)
        self.events: list[AnyEvent] = []
        self.picture: bytes | None = BOARD
        self.inbox, self.bell, self.alarms, self.now = Inbox(), Rung(), Alarms(), 0.0
        self.party = PartyTable(
            self.link,
            self.inbox,
            lambda: self.events,
            self.bell,
            folder,
            board=lambda: self.picture,
            clock=lambda: self.now,
            alarm=self.alarms,
        )

    def told(
        self,
        *,
        number: int = 1,
        rings_at: float = 0.0,
        calls: Sequence[int] = (),
        ruled: Sequence[int] = (),
    ) -> None:
        state = TableState(
            term=1,
            game="lexicon-party",
            round=number,
            hands=3,
            minutes=7,
            fine=20,
            seats=SEATS,
            names=["Ann", "", "Bob", "Cy"],
            left_out=False,
            rung=bool(rings_at),
            rings_at=rings_at,
            over=False,
            finished=False,
            missing=3,
            calls=list(calls),
            verdicts=dict.fromkeys(map(str, ruled), "word good"),
        )
        self.link.received(0.0, [message(TOPICS.of("hub/a", "state/table/0"), state)])
        self.party.follow_party()

    def heard(self) -> list[object]:
        """Take the messages for the table's loop from the inbox, and return them. Keep the events in them."""
        found = list[object]()
        while self.inbox.has_messages:
            one = self.inbox.get(0.0)
            found.append(one)
            if isinstance(one, RecordEvent):
                self.events.append(one.event)
        return found


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_a_round_is_a_match_that_the_partys_bell_begins(table: Table) -> None:
    table.told()
    rules = MatchSetUp("lexicon-party", PLAYERS, options={"fine": 20}, edges=("bottom", "top", "right"))
    assert table.heard() == [RecordEvent(rules)]
    table.link.clock.answered(0.0, 1000.0, 0.0)
    table.now = 8.0
    table.told(rings_at=1010.0)
    assert table.alarms.waiting[0][0] == pytest.approx(2.0)
    table.now = 10.0
    table.alarms.go_off()
    assert table.bell.signals == ["play begins"]
    assert table.heard() == [RecordEvent(HandDealt()), SetTimer("start", 420.0)]
    table.told(rings_at=1010.0)
    assert not table.heard()
    table.events += EVENTS[2:]
    table.party.follow_party()
    assert table.link.facts == list(facts_of(EVENTS, 1, SEATS))
    table.party.follow_party()
    assert len(table.link.facts) == 3


def test_who_deals_before_the_bell_is_ready(table: Table) -> None:
    table.told()
    table.heard()
    table.events.append(HandDealt())
    table.party.follow_party()
    assert table.link.facts == [TableReady(1)]
    table.link.clock.answered(0.0, 1000.0, 0.0)
    table.told(rings_at=1010.0)
    table.now = 10.0
    table.alarms.go_off()
    assert table.heard() == [SetTimer("start", 420.0)]


def test_a_table_that_was_started_anew_in_the_middle_of_a_hand_goes_on_with_what_is_left(
    tmp_path: Path,
) -> None:
    before = Table(tmp_path)
    before.told()
    before.heard()
    before.journal.close()
    again = Table(tmp_path)
    again.events = [EVENTS[0]]
    again.told(rings_at=1010.0)
    again.link.clock.answered(0.0, 1000.0, 0.0)
    again.now = 70.0
    again.told(rings_at=1010.0)
    assert not again.heard()
    again.alarms.go_off()
    assert again.bell.signals == []
    assert again.heard() == [RecordEvent(HandDealt()), SetTimer("start", 360.0)]
    again.journal.close()


@given(
    shifts=st.tuples(st.sampled_from((0.0, 3.0, -7200.0)), st.sampled_from((0.0, 3.0, 86400.0))),
    ways=st.lists(WAYS, min_size=2 * CLOCK_SAMPLES, max_size=2 * CLOCK_SAMPLES),
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_two_tables_wait_for_one_moment_however_their_clocks_and_their_ways_to_the_hub_differ(
    tmp_path: Path, shifts: tuple[float, float], ways: list[tuple[float, float]]
) -> None:
    """A message takes 0 to 90 ms each way, as on a busy Wi-Fi. The clock offset is wrong by at most half
    of the fastest round trip."""
    waits = [
        waited(Path(mkdtemp(dir=tmp_path)), shift, own)
        for shift, own in zip(shifts, (ways[:CLOCK_SAMPLES], ways[CLOCK_SAMPLES:]), strict=True)
    ]
    assert abs(waits[0] - waits[1]) < 0.1


def waited(folder: Path, shift: float, ways: list[tuple[float, float]]) -> float:
    """Return the true time at which a table's bell is set to ring. The hub's clock is ahead by `AHEAD`, the
    table's by `shift`. Each pair of `ways` has the seconds that a message to the hub and its answer
    travel."""
    table, now = Table(folder), 100.0
    table.told()
    table.heard()
    for there, back in ways:
        asked = payload_of(one_of(table.link.ticked(now + shift), "ping"), Ping)
        pong = Pong(term=1, at=asked.at, shows=now + there + AHEAD)
        now += there + back
        table.link.received(now + shift, [message(TOPICS.of("hub/a", "pong/table/0"), pong)])
        now += 0.05
    table.now = now + shift
    table.told(rings_at=now + 2.0 + AHEAD)
    seconds = table.alarms.waiting[-1][0]
    table.journal.close()
    return now + seconds - (now + 2.0)


def one_of(messages: Iterable[Message], what: str) -> Message:
    """Return the message whose topic ends with `what`."""
    return next(one for one in messages if one.topic.endswith(what))


def boards(table: Table) -> list[Message]:
    """Return the messages with a picture of the board that the table sends at its next tick."""
    return [one for one in table.link.ticked(0.0) if "/board/" in one.topic]


def test_a_call_goes_with_a_picture_of_the_board_until_it_is_ruled_on(table: Table) -> None:
    table.told()
    assert not boards(table)
    table.told(calls=[1])
    (shown,) = boards(table)
    assert (shown.topic, shown.retain) == (TOPICS.of("table/0", "board/1"), True)
    assert 0 < shown.expires <= 3600
    assert payload_of(shown, party_messages.BoardPicture).picture == BOARD
    table.told(calls=[1])
    assert not boards(table)
    table.link.connected(0.0)  # to a broker that may have been restarted
    assert boards(table) == [shown]
    table.told(calls=[2], ruled=[1])
    assert {one.topic[-1]: bool(one.payload) for one in boards(table)} == {"1": False, "2": True}


def test_a_table_without_a_camera_shows_no_board(table: Table) -> None:
    table.picture = None
    table.told()
    table.told(calls=[1])
    assert not boards(table)


def test_a_table_that_was_started_anew_shows_no_board_of_an_older_call(table: Table) -> None:
    table.told(calls=[2], ruled=[1])
    assert [(one.topic[-1], one.payload) for one in boards(table)] == [("1", b"")]
    table.told(calls=[2, 3], ruled=[1])
    assert [one.topic[-1] for one in boards(table)] == ["3"]


def test_a_picture_takes_no_more_bytes_than_a_board_may() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (720, 1280, 3), np.uint8)
    view = TableView(replayed_referee(WordList.of(()), ()), Frame(noise, 0.0))
    picture = board_picture(view)
    assert picture is not None
    assert party_messages.MAX_PICTURE_BYTES / 2 < len(picture) <= party_messages.MAX_PICTURE_BYTES
    assert cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR) is not None
    assert board_picture(TableView(replayed_referee(WordList.of(()), ()))) is None


@pytest.mark.parametrize("fact", [NoPictures(), Frozen(9.0)])
def test_a_camera_that_gives_no_new_pictures_shows_no_board(fact: NoPictures | Frozen) -> None:
    view = TableView(replayed_referee(WordList.of(()), ()), Frame(np.zeros((90, 160, 3), np.uint8), 0.0))
    assert board_picture(view) is not None
    assert board_picture(replace(view, faults=(Condition(fact),))) is None


def test_the_tables_own_bell_leaves_the_beginning_to_the_party() -> None:
    rung = Rung()
    bell = PartyBell(rung)
    bell.ring("play begins")
    bell.ring("time is up")
    assert rung.signals == ["time is up"]
