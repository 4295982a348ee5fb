"""Test that the main view answers every picture and every tap: it shows something new, or the time since
which nothing has changed."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.hardware.bell import SilentBell
from device.hardware.camera import Frame
from device.phones import Phones
from device.records.troubles import Trouble
from device.running.camera_watchdog import CONTINUOUS_LIMITS, NO_LIMITS
from device.running.inbox import Message, PartFailed, TimePassed
from device.running.loop import (
    REACTION_SECONDS,
    REPLY_SECONDS,
    CameraInterface,
    FrameReading,
    Loop,
    MotionState,
)
from engine.catalogue import GAMES
from engine.events import AnyEvent, HandDealt, MatchSetUp, PositionCorrected, ScoreCorrected
from engine.match.patiences import is_dealt_on_table
from engine.observation import Observation
from engine.shared.condition import Condition, TooDark
from engine.table.commands import (
    Amend,
    AnswerQuestion,
    ChallengeTurn,
    CorrectCard,
    EndTurn,
    ExplainPicture,
    GoOn,
    RecordEvent,
    Refocus,
    Rewind,
    SetTimer,
)
from engine.table.referee import Referee
from engine.table.timer import BOOKLET_TERMS
from engine.words import WordList
from tests.engine.conftest import WORDS, Laid
from tests.engine.test_explain_patiences import fans
from web.snapshot import Snapshot

LIST = WORDS.split()
WORD_LIST = WordList.of(LIST)
EVENING = datetime(2024, 5, 1, 20, 14, tzinfo=UTC)


@dataclass
class Table:
    """A whole table with a stand-in for the reader, which gives the observation `lies` for every picture."""

    by_photograph: bool
    lies: Observation = field(default_factory=lambda: Observation(1200, 900))
    wrong: tuple[Condition, ...] = ()
    motion: MotionState = "still"
    now: float = 0.0

    def __post_init__(self) -> None:
        referee = Referee(WORD_LIST, by_photograph=self.by_photograph)
        self.phones = Phones(referee, GAMES["lexicon"], clock=lambda: EVENING + timedelta(seconds=self.now))
        camera = CameraInterface(
            lambda _image, _at: self.motion,
            lambda _image: self._read(),
            lambda: self.now,
            limits=NO_LIMITS if self.by_photograph else CONTINUOUS_LIMITS,
        )
        self.loop = Loop(
            referee,
            camera=camera,
            journal=self,
            bell=SilentBell(),
            publish=lambda view: self.phones.publish(view),
            terms=BOOKLET_TERMS,
        )

    def _read(self) -> FrameReading:
        return FrameReading(
            self.lies, tuple(card.corners for card in self.lies.cards), self.wrong, self.by_photograph
        )

    def append(self, *events: AnyEvent) -> None:
        """Record nothing. The table is its own journal, and this test needs no events later."""

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        return ()

    def retry_writes(self, now: float) -> tuple[Trouble, ...]:
        return ()

    @property
    def shown(self) -> Snapshot:
        return self.phones.hub.latest().snapshot

    def plays(self, game: str) -> "Table":
        seats = GAMES[game].seats.least
        self.hears(RecordEvent(MatchSetUp(game, ("Ann", "Ben", "Cy", "Di")[:seats])))
        if not is_dealt_on_table(GAMES[game]):
            self.hears(RecordEvent(HandDealt()))
        return self

    def sees(self, lies: Observation, after: float = 10.0) -> "Table":
        self.now += after
        self.lies = lies
        self.loop.handle(Frame(np.zeros((4, 4, 3), np.uint8), self.now))
        return self

    def hears(self, *messages: Message) -> "Table":
        for message in messages:
            self.loop.handle(message)
        return self


def told(shown: Snapshot) -> Snapshot:
    """Return the parts of a view that people read."""
    return replace(shown, picture=None, hardware=replace(shown.hardware, timer=None))


def answered(before: Snapshot, after: Snapshot) -> bool:
    """Return True if `after` answers a picture: phones show something new, or the sentence that nothing has
    changed."""
    return told(before) != told(after) or any(
        "Nothing has changed since" in line for line in after.messages.saw
    )


def drawn(kind: str, words: Sequence[str], seed: int) -> Observation:
    table = Laid(random.Random(seed))
    match kind:
        case "rows":
            for n, word in enumerate(words):
                table = table.word(word, 400, 150 + 130 * n)
        case "crossword" if words:
            table = table.grid(
                (words[0], *(card + "." * (len(words[0]) - 1) for card in words[-1])), 500, 450
            )
        case "fans":
            table = fans(table, words)
        case "heap":
            for n, card in enumerate("".join(words)[:9]):
                table = table.card(card, 500 + 3 * n, 400 - 2 * n, 20 * n)
    return table.piles("K").seen() if seed % 3 else table.seen()


LYING = st.builds(
    drawn,
    st.sampled_from(["rows", "crossword", "fans", "heap", "nothing"]),
    st.lists(st.sampled_from(LIST), max_size=4, unique=True),
    st.integers(0, 20),
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seen=st.lists(LYING, min_size=2, max_size=3), twice=st.integers(0, 2), by_photograph=st.booleans())
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_picture_is_answered_in_every_game(
    game: str, seen: list[Observation], twice: int, by_photograph: bool
) -> None:
    table = Table(by_photograph).plays(game)
    for n, lies in enumerate(seen):
        for _ in range(1 + (n == twice % len(seen))):
            before = table.shown
            table.sees(lies)
            assert answered(before, table.shown)
            assert table.shown.messages.saw
            table.hears(TimePassed())


@pytest.mark.parametrize("by_photograph", [True, False])
def test_the_stock_alone_is_answered_and_so_is_the_same_picture_again(by_photograph: bool) -> None:
    table, stock = Table(by_photograph).plays("lexicon"), Laid(random.Random(2)).card("A", 880, 560, up=False)
    assert table.sees(stock.seen()).shown.messages.saw == ("I see the stock and no words yet.",)
    since = (
        "Nothing has changed since the photograph of 20:14."
        if by_photograph
        else "Nothing has changed since 20:14."
    )
    for _ in range(3):
        assert table.sees(stock.seen(), 100.0).shown.messages.saw == (
            "I see the stock and no words yet.",
            since,
        )
    german = table.phones.hub.latest().in_language("de").messages.saw
    assert german[0] == "Ich sehe den Stapel und noch keine Wörter."
    assert "20:14 Uhr" in german[1]


def test_a_photograph_is_answered_before_anybody_has_set_up_a_game() -> None:
    table = Table(by_photograph=True).sees(Laid(random.Random(1)).word("CAT", 400, 300).seen())
    assert table.shown.messages.saw == ("I see 3 cards.",)


def test_a_photograph_too_dark_to_read_says_so() -> None:
    table = Table(by_photograph=True, wrong=(Condition(TooDark(12), "serious"),)).plays("lexicon")
    table.sees(Laid(random.Random(1)).word("CAT", 400, 300).seen())
    assert table.shown.messages.saw == ("I can't read this picture well enough.",)


CAT, HIDE = (
    Laid(random.Random(1)).word("CAT", 400, 300).piles(),
    Laid(random.Random(2)).word("HIDE", 400, 450),
)
WISHES: tuple[Message, ...] = (
    EndTurn(),
    GoOn(),
    ChallengeTurn(0),
    ChallengeTurn(1),
    AnswerQuestion("CAT", 99),
    RecordEvent(ScoreCorrected(0, 0)),
    RecordEvent(PositionCorrected("CAT /Q")),
    RecordEvent(PositionCorrected("C4T")),
    Amend(2, "CAT"),
    Amend(99, "CAT"),
    Rewind(1),
    Rewind(99),
    CorrectCard(0, "C"),
    CorrectCard(99, "C"),
    ExplainPicture("another table"),
    ExplainPicture("cleared away"),
    ExplainPicture("new hand"),
    ExplainPicture("go on"),
    ExplainPicture("still there"),
    Refocus(),
    SetTimer("pause"),
)


STAGES = ["nothing", "set up", "laid", "played", "another table", "a hand moves"]


def at_stage(stage: str, *, by_photograph: bool) -> Table:
    table = Table(by_photograph)
    if stage != "nothing":
        table.plays("lexicon")
    if stage in STAGES[2:]:
        table.sees(CAT.seen())
    if stage in STAGES[3:]:
        table.hears(EndTurn())
        table.sees(CAT.seen(), 1.0)
        table.now += REACTION_SECONDS
    if stage == "another table":
        table.sees(HIDE.seen()).sees(HIDE.seen())
        assert table.loop.view.referee.unmatched is not None
    if stage == "a hand moves" and not by_photograph:
        table.motion = "hand"
        table.sees(CAT.seen(), 1.0)
    return table


@pytest.mark.parametrize("by_photograph", [True, False])
@pytest.mark.parametrize("stage", STAGES)
def test_every_tap_is_answered(by_photograph: bool, stage: str) -> None:
    """A tap that is accepted changes the view. A tap that is refused gets a reason."""
    for command in WISHES:
        table = at_stage(stage, by_photograph=by_photograph)
        before = table.shown
        table.hears(command)
        if not by_photograph and isinstance(command, EndTurn | GoOn):
            table.sees(table.lies, 0.1)  # a camera's next picture comes by itself
        assert told(table.shown) != told(before), command


def test_the_answer_to_a_tap_fades_and_what_is_wrong_stays() -> None:
    table = at_stage("played", by_photograph=True)
    table.hears(ChallengeTurn(9))
    said = table.shown.messages.notes
    assert said
    table.now += REPLY_SECONDS
    table.loop.do_housekeeping()
    assert not table.shown.messages.notes
    table.hears(PartFailed("The lamp failed"))
    table.now += REPLY_SECONDS
    table.loop.do_housekeeping()
    assert table.shown.messages.notes == ("The lamp failed",)


@pytest.mark.parametrize("by_photograph", [True, False])
def test_the_picture_of_the_last_hand_tells_nothing_of_the_next(by_photograph: bool) -> None:
    table = Table(by_photograph).plays("lexicon").sees(drawn("rows", ["CAT"], 1))
    assert table.shown.messages.saw
    assert table.hears(RecordEvent(HandDealt())).shown.messages.saw == ()
    assert table.sees(drawn("rows", ["CAT"], 1)).shown.messages.saw != ()
