"""Test the timer in the loop: it follows the match, obeys people's taps, and its end ends the timed play
by the rules."""

from dataclasses import dataclass, field

from device.records.troubles import Trouble
from device.running.inbox import PartFailed, TimerCalled
from device.running.loop import CameraInterface, FrameReading, Loop, TableView
from device.signals import Signal
from engine.events import AnyEvent, HandDealt, MatchSetUp, TimeUp
from engine.observation import Observation
from engine.table.commands import RecordEvent, SetTimer
from engine.table.referee import Referee
from engine.table.timer import agreed_terms
from engine.words import WordList

PLAYERS = ("Anne", "Ben")


@dataclass
class Table:
    """A loop without a camera, with the test's clock, bell and journal."""

    minutes: float | None = None
    now: float = 0.0
    rung: list[Signal] = field(default_factory=list)
    kept: list[AnyEvent] = field(default_factory=list)
    troubles: tuple[Trouble, ...] = ()

    def __post_init__(self) -> None:
        camera = CameraInterface(
            lambda *_: "moving", lambda _: FrameReading(Observation(1, 1)), lambda: self.now
        )
        self.loop = Loop(
            Referee(WordList.of(["CAT"])),
            camera=camera,
            journal=self,
            bell=self,
            publish=lambda _: None,
            terms=agreed_terms(self.minutes),
        )

    def begin(self, game: str) -> "Table":
        self.loop.handle(RecordEvent(MatchSetUp(game, PLAYERS)))
        self.loop.handle(RecordEvent(HandDealt()))
        return self

    def append(self, *events: AnyEvent) -> None:
        self.kept += events

    def retry_writes(self, now: float) -> tuple[Trouble, ...]:
        return ()

    def ring(self, signal: Signal) -> None:
        self.rung.append(signal)

    def close(self) -> None:
        pass

    @property
    def view(self) -> TableView:
        return self.loop.view

    @property
    def left(self) -> float:
        assert self.view.timer is not None
        return self.view.timer.seconds_left(self.now)


def test_a_deal_starts_the_arranged_time_and_rings() -> None:
    table = Table(minutes=7).begin("lexicon")
    assert table.rung == ["play begins"]
    table.now = 30.0
    assert table.left == 390


def test_wishes_handle_it_and_what_can_not_be_done_is_said() -> None:
    table = Table().begin("lexicon")
    table.loop.handle(SetTimer("pause"))
    assert tuple(map(str, table.view.notes)) == ("No timer is running.",)
    table.loop.handle(SetTimer("start", 60.0))
    table.now = 20.0
    table.loop.handle(SetTimer("pause"))
    table.now = 500.0
    assert table.left == 40
    table.loop.handle(SetTimer("add a minute"))
    assert table.left == 100


def test_what_is_called_is_on_the_phones_and_rung_by_the_clockwork_only() -> None:
    table = Table(minutes=7).begin("lexicon")
    table.rung.clear()
    table.loop.handle(TimerCalled("a minute left"))
    assert (table.view.bell_rings.rings, table.view.bell_rings.reason) == (2, "a minute left")
    assert table.rung == []


def test_the_end_of_a_partys_hand_is_the_hands_end() -> None:
    table = Table().begin("lexicon-party")
    assert table.left == 420
    table.now = 420.0
    table.loop.handle(TimerCalled("time is up"))
    assert table.kept[-1] == TimeUp()
    match = table.view.referee.match
    assert match is not None
    assert match.turn is None
    assert table.left == 0


def test_a_time_people_arranged_for_a_game_that_has_none_only_rings() -> None:
    table = Table(minutes=1).begin("lexicon")
    kept = len(table.kept)
    table.now = 60.0
    table.loop.handle(TimerCalled("time is up"))
    assert len(table.kept) == kept


def test_a_part_that_failed_is_said() -> None:
    table = Table().begin("lexicon")
    table.loop.handle(PartFailed("The lamp failed: wire off"))
    assert tuple(map(str, table.view.notes)) == ("The lamp failed: wire off",)
