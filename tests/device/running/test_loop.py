"""Test that the loop decides, records, rings and shows, in that order, and only when the table is at rest."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np
import pytest

from device.hardware.camera import Frame, Image
from device.records.troubles import Trouble, nearly_full
from device.running.bell_signals import bell_signal
from device.running.camera_watchdog import CONTINUOUS_LIMITS, NO_LIMITS, WatchdogLimits
from device.running.inbox import CameraGone, Inbox, Stop, TimePassed
from device.running.loop import CameraInterface, FrameReading, Loop, MotionState, TableView
from device.signals import Signal
from engine.events import AnyEvent, HandDealt, MatchSetUp, TurnFinished
from engine.i18n import Sentence
from engine.match import fold
from engine.observation import Observation, Point, Quad, Reading, Sighting
from engine.shared.condition import Condition, Glare, TooDark
from engine.table.commands import ChallengeTurn, EndTurn, RecordEvent
from engine.table.referee import Referee
from engine.words import WordList

WORDS = WordList.of(["CAT", "DOG"])


def card(letter: str, x: float, y: float) -> Sighting:
    def corner(dx: float, dy: float) -> Point:
        return (x + dx, y + dy)

    corners: Quad = (corner(-28, -44), corner(28, -44), corner(28, 44), corner(-28, 44))
    return Sighting(corners, "up", (Reading(letter, 0, 0.99),))


def table(*words: str) -> Observation:
    cards = [card(c, 100 + 58 * i, 100 + 150 * n) for n, word in enumerate(words) for i, c in enumerate(word)]
    return Observation(1100, 620, tuple(cards))


@dataclass
class Rig:
    """A loop with scripted observations, and a diary of its actions in order."""

    motion: MotionState = "still"
    lies: Observation = field(default_factory=table)
    now: float = 0.0
    wrong: tuple[Condition, ...] = ()
    camera_moved: bool = False
    wrong_disk: tuple[Trouble, ...] = ()
    diary: list[str] = field(default_factory=list)
    kept: list[AnyEvent] = field(default_factory=list)
    broken: Callable[[], None] = lambda: None
    second: Observation | None = None
    limits: WatchdogLimits = NO_LIMITS

    def __post_init__(self) -> None:
        self.seen: Image | None = None

        def still(image: Image, at: float) -> MotionState:
            return self.motion

        def read(image: Image) -> FrameReading:
            self.diary.append("read")
            if image is self.seen and self.second is not None:
                return FrameReading(self.second)
            self.seen = image
            return FrameReading(self.lies, (), self.wrong, self.camera_moved)

        camera = CameraInterface(still, read, lambda: self.now, limits=self.limits)
        self.loop = Loop(
            Referee(WORDS), camera=camera, journal=self, bell=self, publish=lambda view: self.shown(view)
        )

    def append(self, *events: AnyEvent) -> None:
        self.broken()
        self.kept += events
        self.diary += ["keep"]

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        return self.wrong_disk

    def retry_writes(self, now: float) -> tuple[Trouble, ...]:
        return self.wrong_disk

    def ring(self, signal: Signal) -> None:
        self.diary.append("ring")

    def close(self) -> None:
        pass

    def shown(self, view: TableView) -> None:
        self.diary.append("show")

    def begin(self) -> "Rig":
        self.loop.handle(RecordEvent(MatchSetUp(game="lexicon", players=("Anne", "Ben"))))
        self.loop.handle(RecordEvent(HandDealt()))
        self.diary.clear()
        return self

    def frame(
        self, motion: MotionState = "still", lies: Observation | None = None, after: float = 1.0
    ) -> None:
        self.now += after
        self.motion, self.lies = motion, lies or self.lies
        self.loop.handle(Frame(np.zeros((4, 4, 3), np.uint8), self.now))

    @property
    def turns(self) -> list[TurnFinished]:
        return [e for e in self.kept if isinstance(e, TurnFinished)]


def test_only_a_still_table_is_read() -> None:
    rig = Rig().begin()
    for motion in ("moving", "hand", "waiting"):
        rig.frame(motion, table("CAT"))
    assert "read" not in rig.diary
    rig.frame("still")
    assert rig.diary.count("read") == 1


def test_a_turn_is_kept_before_it_is_shown() -> None:
    rig = Rig().begin()
    rig.frame("still", table("CAT"))
    rig.diary.clear()
    rig.frame("waiting", after=5.0)
    assert rig.diary == ["keep", "show"]
    assert [t.move for t in rig.turns] == ["+CAT"]


def test_an_illegal_play_is_kept_then_rung_then_shown_and_a_legal_one_is_not_rung() -> None:
    rig = Rig().begin()
    rig.frame("still", table("CAX"))
    rig.diary.clear()
    rig.loop.handle(EndTurn())
    assert rig.diary == ["read", "keep", "ring", "show"]
    assert rig.loop.view.bell_rings.rings == 1


@pytest.mark.parametrize("ending", ["said", "said before"])
def test_nobody_is_accused_on_one_look(ending: str) -> None:
    """The first reading is CA, which is no word. Before the bell rings, the table is read once more, and
    the second reading is CAT."""
    rig = Rig().begin()
    rig.second = table("CAT")
    if ending == "said before":
        rig.frame("hand", after=0.1)
        rig.loop.handle(EndTurn())
    rig.frame("still", table("CA"))
    if ending == "said":
        rig.loop.handle(EndTurn())
    for _ in range(20):
        rig.frame("waiting", table("CA"))
    assert [(t.move, t.ruling) for t in rig.turns] == [("+CAT", "legal")]
    assert rig.loop.view.bell_rings.rings == 0
    assert rig.diary.count("read") == 2


def test_patience_is_with_a_table_at_rest() -> None:
    rig = Rig().begin()
    rig.frame("still", table("CAT"))
    for _ in range(20):
        rig.frame("moving")
        rig.loop.handle(TimePassed())
    assert rig.turns == []


def test_what_no_picture_has_shown_has_not_stood_still() -> None:
    """The camera gives no pictures for a minute, and the clock runs on. This minute does not count as time
    in which the cards lay still."""
    rig = Rig(limits=CONTINUOUS_LIMITS).begin()
    rig.frame("still", table("CAT"))
    rig.now += 60.0
    rig.loop.handle(TimePassed())
    assert rig.turns == []
    rig.frame("waiting", after=5.0)
    assert [t.move for t in rig.turns] == ["+CAT"]


DARK = Condition(TooDark(12), "serious")


def test_nothing_is_ruled_on_a_bad_picture_and_all_goes_on_when_it_is_good_again() -> None:
    rig = Rig().begin()
    rig.wrong = (DARK,)
    rig.frame("still", table("CAX"))
    rig.loop.handle(EndTurn())
    for _ in range(20):
        rig.frame("waiting")
    assert rig.turns == []
    assert rig.loop.view.reading is not None
    assert rig.loop.view.reading.conditions == (DARK,)
    rig.wrong = ()
    rig.frame("waiting", table("CAT"))
    assert [(t.move, t.ruling) for t in rig.turns] == [("+CAT", "legal")]


def test_a_bad_picture_is_looked_at_again_once_a_second_and_no_oftener() -> None:
    rig = Rig().begin()
    rig.wrong = (DARK,)
    rig.frame("still")
    for _ in range(8):
        rig.frame("waiting", after=0.25)
    assert rig.diary.count("read") == 3


def test_glare_on_a_card_stops_nobody() -> None:
    rig = Rig().begin()
    rig.wrong = (Condition(Glare(0, 0.3)),)
    rig.frame("still", table("CAT"))
    rig.loop.handle(EndTurn())
    assert [t.move for t in rig.turns] == ["+CAT"]


def test_words_are_known_again_when_the_camera_was_moved() -> None:
    rig = Rig().begin()
    rig.frame("still", table("CAT", "DOG"))
    rig.loop.handle(EndTurn())
    before = len(rig.kept)
    cards = rig.lies.cards
    elsewhere = tuple(
        replace(c, corners=cast(Quad, tuple((x + 240, y + 160) for x, y in c.corners))) for c in cards
    )
    rig.camera_moved = True
    rig.frame("still", Observation(1400, 900, elsewhere))
    rig.camera_moved = False
    rig.frame("waiting", after=30.0)
    assert len(rig.kept) == before


def test_over_said_with_the_hand_still_there_means_what_lies_there_then() -> None:
    rig = Rig().begin()
    rig.frame("still", table("CA"))
    rig.frame("moving")
    rig.loop.handle(EndTurn())
    assert rig.turns == []
    rig.frame("still", table("CAT"))
    assert [(t.move, t.ruling) for t in rig.turns] == [("+CAT", "legal")]


def test_what_can_not_be_done_is_said_and_nothing_is_kept() -> None:
    rig = Rig()
    rig.loop.handle(ChallengeTurn(1))
    assert tuple(map(str, rig.loop.view.notes)) == ("No match has begun.",)
    rig.begin()
    rig.loop.handle(ChallengeTurn(1))
    assert tuple(map(str, rig.loop.view.notes)) == ("There is no word to challenge now.",)
    rig.loop.handle(RecordEvent(HandDealt(hands=("A",))))
    assert "hands dealt" in str(rig.loop.view.notes[0])
    assert len(rig.kept) == 2


def test_a_camera_that_is_gone_is_said() -> None:
    rig = Rig().begin()
    rig.loop.handle(CameraGone(Sentence("camera 0: cable pulled")))
    assert tuple(map(str, rig.loop.view.notes)) == ("camera 0: cable pulled",)


def test_what_can_not_be_kept_is_not_shown() -> None:
    def full() -> None:
        raise OSError("disk full")

    rig = Rig().begin()
    rig.frame("still", table("CAT"))
    before = rig.loop.view.referee
    rig.diary.clear()
    rig.broken = full
    with pytest.raises(OSError, match="disk full"):
        rig.loop.handle(EndTurn())
    assert "show" not in rig.diary
    assert rig.loop.view.referee is before


def test_the_kept_events_are_the_match() -> None:
    rig = Rig().begin()
    rig.frame("still", table("CAT"))
    rig.loop.handle(EndTurn())
    rig.frame("still", table("CAT", "DOG"))
    rig.loop.handle(EndTurn())
    assert len(rig.turns) == 2
    assert fold(rig.kept) == rig.loop.view.referee.match


def test_what_is_wrong_with_the_disk_is_shown_as_soon_as_it_is_known_and_until_it_is_mended() -> None:
    rig = Rig().begin()
    rig.wrong_disk = (nearly_full(),)
    rig.loop.do_housekeeping()
    assert rig.loop.view.troubles == (nearly_full(),)
    rig.loop.do_housekeeping()
    assert rig.diary == ["show"]
    rig.wrong_disk = ()
    rig.loop.do_housekeeping()
    assert not rig.loop.view.troubles


def test_its_heart_beats_with_every_message() -> None:
    rig, inbox, beats = Rig(), Inbox(), list[str]()

    def beat() -> None:
        beats.append("beat")
        if len(beats) == 3:
            inbox.put(Stop())

    for player in range(3):
        inbox.put(ChallengeTurn(player))
    rig.loop.run(inbox, beat)
    assert len(beats) == 3


def test_a_fault_of_the_program_is_told_and_the_table_goes_on() -> None:
    rig, inbox, faults = Rig().begin(), Inbox(), list[Exception]()
    before = list(rig.kept)

    def excuse(fault: Exception) -> Sentence:
        faults.append(fault)
        return Sentence("That was my fault.")

    rig.lies = cast(Observation, None)  # an observation that no referee can use
    rig.now += 1.0
    inbox.put(Frame(np.zeros((4, 4, 3), np.uint8), rig.now))
    rig.loop.run(inbox, lambda: inbox.put(Stop()), excuse)
    assert len(faults) == 1
    assert rig.loop.view.notes == (Sentence("That was my fault."),)
    assert rig.kept == before
    rig.frame("still", table("CAT"), after=3.0)
    rig.loop.handle(EndTurn())
    assert [(turn.move, turn.ruling) for turn in rig.turns] == [("+CAT", "legal")]


def test_without_an_excuse_a_fault_of_the_program_ends_the_loop() -> None:
    rig, inbox = Rig().begin(), Inbox()
    rig.lies = cast(Observation, None)
    inbox.put(Frame(np.zeros((4, 4, 3), np.uint8), rig.now + 1.0))
    with pytest.raises(AttributeError):
        rig.loop.run(inbox)


def test_it_runs_until_it_is_stopped() -> None:
    rig, inbox = Rig(), Inbox()
    inbox.put(Stop())
    rig.loop.run(inbox)
    assert rig.diary == ["show"]


def test_the_bell_is_for_plays_that_do_not_stand() -> None:
    finished = TurnFinished(player=0, before="", after="CAX", move="+CAX", ruling="illegal", stands=True)
    assert bell_signal((finished,)) is None
    assert bell_signal((HandDealt(),)) is None


def test_the_turn_is_over_as_it_lies_and_not_as_a_picture_showed_it_before() -> None:
    """The player lays CAT and ends the turn while the loop still handles an earlier picture, without CAT.
    The ruling is on CAT."""
    rig = Rig(limits=CONTINUOUS_LIMITS).begin()
    rig.frame("still")
    rig.now += 3.0
    rig.loop.handle(EndTurn())
    rig.frame("moving", table("CAT"))
    rig.frame("still")
    assert [(turn.move, turn.ruling) for turn in rig.turns] == [("+CAT", "legal")]


def test_a_picture_taken_before_it_was_said_is_not_what_was_meant() -> None:
    rig = Rig(limits=CONTINUOUS_LIMITS).begin()
    rig.frame("still")
    early = Frame(np.zeros((4, 4, 3), np.uint8), rig.now)
    rig.now += 3.0
    rig.loop.handle(EndTurn())
    rig.motion = "waiting"
    rig.loop.handle(early)
    assert rig.turns == []
    rig.frame("waiting")
    assert [turn.move for turn in rig.turns] == ["pass"]


def test_said_twice_it_is_no_pass_of_the_next_player() -> None:
    rig = Rig(limits=CONTINUOUS_LIMITS).begin()
    rig.frame("still", table("CAT"))
    rig.loop.handle(EndTurn())
    rig.frame("waiting", after=0.1)
    rig.now += 0.2
    rig.loop.handle(EndTurn())
    rig.frame("waiting", after=0.1)
    assert [turn.move for turn in rig.turns] == ["+CAT"]
    rig.now += 1.0
    rig.loop.handle(EndTurn())
    rig.frame("waiting", after=0.1)
    assert [turn.move for turn in rig.turns] == ["+CAT", "pass"]


def test_what_is_said_to_be_a_turn_is_looked_at_once_more() -> None:
    """The last card was laid without a motion that the camera noticed. When the player ends the turn, the
    table is read once more, and the card is found."""
    rig = Rig(limits=CONTINUOUS_LIMITS).begin()
    rig.frame("still", table("CA"))
    rig.loop.handle(EndTurn())
    rig.frame("waiting", table("CAT"))
    assert [(turn.move, turn.ruling) for turn in rig.turns] == [("+CAT", "legal")]
