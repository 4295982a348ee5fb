"""Test pictures that can't follow from the settled position, such as one of another table. The table asks
people, and ends no turn, whatever they answer and whatever such pictures follow."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.events import (
    AnyEvent,
    HandDealt,
    HandScored,
    MatchSetUp,
    PositionCorrected,
    TurnAmended,
    TurnFinished,
)
from engine.i18n import UserError
from engine.observation import Observation
from engine.table.commands import EndTurn, ExplainPicture, RecordEvent
from engine.table.referee import Referee
from engine.turn.mismatch import PictureAnswer, possible_answers
from engine.words import WordList
from tests.engine.conftest import WORDS, Laid
from tests.engine.table.test_referee import RefereeRig
from tests.engine.test_explain_patiences import beside, columns, fans

LIST = sorted({*WORDS.split(), "HUTS", "RIVER", "QUID", "ZEBRA", "JOY", "VEX"})
WORD_LIST = WordList.of(LIST)
ENDS = (TurnFinished, TurnAmended, HandScored)


def laid(seed: int = 1) -> Laid:
    return Laid(random.Random(seed))


def rows(words: Sequence[str], seed: int = 1, exposed: str = "K", pushed: float = 0.0) -> Observation:
    table = laid(seed)
    for n, word in enumerate(words):
        table = table.word(word, 400 + pushed, 120 + 130 * n)
    return table.piles(exposed).seen()


@dataclass
class Told(RefereeRig):
    """A referee that is shown pictures, as a camera would see them."""

    def shows(self, seen: Observation) -> "Told":
        """Show a picture: a photograph if the table has no fixed camera, otherwise what the camera sees
        after hands have left the table."""
        self.now += 1.0
        now = self.referee
        self.referee = now.after_camera_moved() if now.by_photograph else now.disturbed(self.now)
        self._keep(self.referee.after_picture(seen, self.now))
        return self

    def answers(self, answer: PictureAnswer) -> "Told":
        self.says(ExplainPicture(answer))
        return self

    def over(self) -> "Told":
        """Press the button that ends the turn. A refusal is ignored."""
        with suppress(UserError):
            self.says(EndTurn())
        return self

    @property
    def ended(self) -> list[AnyEvent]:
        return [event for event in self.told if isinstance(event, ENDS)]

    @property
    def missing(self) -> tuple[str, ...] | None:
        return None if self.referee.unmatched is None else self.referee.unmatched.why.missing


def playing(game: str, settled: str, *, by_photograph: bool = True, **options: Any) -> Told:
    told = Told(Referee(WORD_LIST, by_photograph=by_photograph))
    count = 1 if game.endswith(("1", "2")) or "patience" in game or "solitaire" in game else 2
    told.says(RecordEvent(MatchSetUp(game, ("Ann", "Ben")[:count], options)))
    if count == 2:
        told.says(RecordEvent(HandDealt()), RecordEvent(PositionCorrected(settled)))
    else:
        told.says(RecordEvent(HandDealt(position=settled)))
    told.told.clear()
    return told


def wrong(**how: Any) -> Told:
    """Return a table with HUTS and RIVER on the table. Its latest picture shows the words of
    another table."""
    return playing("lexicon", "HUTS RIVER /K", **how).shows(rows(["MILLS", "MALE", "HIDE"], exposed="I"))


def test_a_photograph_of_another_table_is_asked_about_and_explains_nothing() -> None:
    told = wrong()
    assert told.missing == ("HUTS", "RIVER")
    assert told.referee.proposal is None
    assert told.waits(600).ended == []
    assert told.over().ended == []


@pytest.mark.parametrize("answer", ["another table", "cleared away", "new hand"])
def test_no_answer_ends_a_turn_and_the_right_picture_ends_the_question(answer: PictureAnswer) -> None:
    told = wrong()
    assert answer in possible_answers(told.referee.unmatched.why)  # type: ignore[union-attr]
    told.answers(answer)
    assert told.referee.unmatched is None
    assert told.referee.memory.observation is None
    told.waits(600)
    assert told.ended == []
    if answer == "new hand":
        assert told.lies == ""
        assert (told.match.hand.number, told.match.scores.totals) == (2, (0, 0))
        return
    told.shows(rows(["HUTS", "RIVER", "MALE"]))
    assert told.referee.proposal is not None
    assert [event.move for event in told.over().of(TurnFinished)] == ["+MALE"]


def test_the_next_picture_that_follows_ends_the_question_by_itself() -> None:
    told = wrong().shows(rows(["HUTS", "RIVER"], pushed=60))
    assert told.referee.unmatched is None
    assert told.told == []


def test_cards_that_are_laid_back_one_word_after_the_other_are_not_asked_about_again() -> None:
    told = wrong().answers("cleared away").shows(rows(["RIVER"]))
    assert told.referee.unmatched is None
    assert told.referee.state.unmatched is not None
    assert told.referee.state.unmatched.why.missing == ("HUTS",)
    told.shows(rows(["RIVER", "JOY"]))
    assert told.missing == ("HUTS",)
    told.shows(rows(["HUTS", "RIVER"]))
    assert told.referee.state.unmatched is None


def test_a_word_that_lies_hidden_is_believed_and_play_goes_on() -> None:
    told = playing("lexicon", "HUTS RIVER /K").shows(rows(["HUTS", "MALE"]))
    assert told.missing == ("RIVER",)
    assert told.answers("still there").ended == []
    assert [event.ruling for event in told.over().of(TurnFinished)] == ["legal"]
    assert told.lies == "HUTS RIVER MALE /K"
    assert told.shows(rows(["HUTS", "MALE", "TEA"])).missing is None
    told.shows(rows(["HUTS", "RIVER", "MALE", "TEA"])).shows(rows(["HUTS", "MALE", "TEA"]))
    assert told.missing == ("RIVER",)


def test_turns_that_no_picture_has_shown_are_nobodys_fault() -> None:
    """Three words lie on a bare table. Nobody lays three words in a turn, but the table may have missed
    three turns. So it ends no turn before an answer."""
    told = playing("lexicon", "/K").shows(rows(["CAT", "MEN", "TEA"]))
    assert told.missing == ()
    told.waits(600).over()
    assert told.ended == []
    assert told.answers("go on").ended == []
    assert (told.lies, told.match.turn) == ("CAT MEN TEA /K", 1)


def test_a_sleeve_over_a_word_is_asked_about_only_when_it_lies_there() -> None:
    """A camera on a stand may see a sleeve over a word in passing. So the table asks about the missing word
    only after several such pictures. A photograph is taken when the arms are gone: there it asks at once."""
    told = playing("lexicon", "HUTS RIVER /K", by_photograph=False).shows(rows(["HUTS"]))
    assert told.missing is None
    told.says(EndTurn())
    assert told.ended == []
    told.shows(rows(["HUTS", "RIVER", "MALE"]))
    assert [event.move for event in told.of(TurnFinished)] == ["+MALE"]
    for _ in range(6):
        told.shows(rows(["HUTS", "RIVER"]))
    assert told.missing == ("MALE",)
    assert len(told.ended) == 1


def test_what_is_read_on_another_table_says_nothing_of_this_one() -> None:
    """The picture shows another table. Its cards are not kept as known readings, and it ends no turn."""
    told = playing("lexicon", "HUTS RIVER /K")
    known = told.shows(rows(["HUTS", "RIVER"])).referee.memory.readings
    told.shows(rows(["MILLS", "MALE", "HIDE"])).says(RecordEvent(PositionCorrected("HUTS RIVEN /K")))
    assert told.referee.memory.readings == known
    assert told.ended == []


def test_a_word_exchanged_whole_in_its_place_is_a_play() -> None:
    """LEX-D: any number of cards may be exchanged for as many others. Here MEN replaces all of CAT."""
    told = playing("lexicon", "CAT /K").shows(rows(["CAT"])).shows(rows(["MEN"])).over()
    assert [event.move for event in told.of(TurnFinished)] == ["1:CAT=MEN"]


# any two tables


def _shared(one: str, other: str) -> int:
    return (Counter(one) & Counter(other)).total()


def _lost(settled: Sequence[str], lies: Sequence[str]) -> list[str]:
    """Return the settled words that are gone. A settled word is gone if each word on the table has fewer
    than half of its cards."""
    return [word for word in settled if all(2 * _shared(word, other) < len(word) for other in lies)]


def _tried(told: Told, wrong: Observation, right: Observation) -> None:
    """Show a picture of another table, then check that no turn ends whatever follows: time, the button,
    more such pictures, any answer. Last, show a picture of the right table."""
    start = told.referee
    assert told.shows(wrong).referee.unmatched is not None
    told.waits(60).over().shows(wrong).waits(60).over()
    assert told.ended == []
    asked = told.referee
    for answer in possible_answers(asked.unmatched.why):  # type: ignore[union-attr]
        told.referee = asked
        assert told.answers(answer).ended == []
        if answer in ("still there", "go on"):
            continue  # people have said that it is their table
        told.waits(60)
        if answer == "new hand":
            continue
        told.shows(wrong).waits(60).shows(right).waits(60)
        assert told.ended == []
        assert told.referee.state.unmatched is None
        assert told.referee.match == start.match


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(
    settled=st.lists(st.sampled_from(LIST), min_size=1, max_size=4, unique=True),
    lies=st.lists(st.sampled_from(LIST), max_size=4, unique=True),
    kept=st.integers(0, 2),
    seed=st.integers(0, 99),
    by_photograph=st.booleans(),
)
def test_no_picture_of_another_table_ends_a_turn(
    settled: list[str], lies: list[str], kept: int, seed: int, by_photograph: bool
) -> None:
    lies = [*settled[:kept], *(word for word in lies if word not in settled)]
    lost = _lost(settled, lies)
    new = [word for word in lies if word not in settled]
    assume(lost)
    assume(not (len(lost) == len(new) == 1 and len(lost[0]) == len(new[0])))  # may be exchanged
    told = playing("lexicon", " ".join(settled) + " /K", by_photograph=by_photograph)
    told.shows(rows(settled, seed))
    wrong = rows(lies, seed + 1, exposed="Q")
    if not by_photograph:
        for _ in range(5):
            told.shows(wrong)
    _tried(told, wrong, rows(settled, seed + 2, pushed=30))


def crossed(across: str, down: str) -> tuple[str, ...]:
    """Return two words that cross at a letter which they share."""
    i, j = next((i, j) for i, a in enumerate(across) for j, b in enumerate(down) if a == b)
    grid = [["."] * len(across) for _ in down]
    for r, card in enumerate(down):
        grid[r][i] = card
    grid[j] = list(across)
    return tuple("".join(row) for row in grid)


def pairs() -> st.SearchStrategy[tuple[str, str]]:
    every = [(a, b) for a in LIST for b in LIST if a != b and set(a) & set(b)]
    return st.sampled_from(every)


def crossword(rows: Sequence[str], seed: int) -> Observation:
    return laid(seed).grid(rows, 500, 450).piles("K", 1100, 300).seen()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(settled=pairs(), lies=pairs(), seed=st.integers(0, 99))
def test_no_picture_of_another_crossword_ends_a_turn(
    settled: tuple[str, str], lies: tuple[str, str], seed: int
) -> None:
    assume(_lost(settled, lies))
    before = crossed(*settled)
    told = playing("crossword", ";".join(before) + " /K")
    told.shows(crossword(before, seed))
    _tried(told, crossword(crossed(*lies), seed + 1), crossword(before, seed + 2))


FIRST = "KPR|MVU|EAN|OBL|SIA|JER|YQH|REL|SGG|ETT|AIC|SOW|FMA|UEI|ZDW|OHX|CNL|T"
SECOND = "TIE|LSO|RAM|NEC|DYE|UAK|PIG|WOL|HTS|BEQ|XIR|AJE|SLF|VON|GUE|HDA|CRZ|O"


@pytest.mark.parametrize(
    ("game", "settled", "lay"),
    [
        ("solitaire-1", FIRST, lambda piles, seed: stacked(piles, seed)),
        (
            "solitaire-2",
            "B|#E|##A|###R|####X|#####T|######O /Q *23 +2",
            lambda piles, seed: tops(piles, seed),
        ),
        (
            "word-solitaire",
            "TIL|JO|AT|BE|CAM|MA|TEA|HE /L *20",
            lambda piles, seed: beside(columns(laid(seed), piles), "L").seen(),
        ),
    ],
)
@pytest.mark.parametrize("lies", ["another deal", "words", "the stock alone", "nothing"])
def test_no_picture_of_another_table_is_a_move_of_a_patience(
    game: str, settled: str, lay: Callable[[list[str], int], Observation], lies: str
) -> None:
    piles = settled.split(" ")[0].split("|")
    told = playing(game, settled).shows(lay(piles, 1))
    assert told.referee.unmatched is None
    wrong = {
        "another deal": stacked(SECOND.split("|"), 2),
        "words": rows(["MILLS", "MALE", "HIDE"]),
        "the stock alone": laid().card("A", 880, 560, up=False).seen(),
        "nothing": laid().seen(),
    }
    _tried(told, wrong[lies], lay(piles, 3))


def stacked(piles: Sequence[str], seed: int) -> Observation:
    """Return an observation of piles as fans, six fans in a row, in up to three rows."""
    table = laid(seed)
    for row in range(3):
        table = fans(table, piles[6 * row : 6 * row + 6], 120, 120 + 260 * row)
    return table.seen()


def tops(piles: Sequence[str], seed: int) -> Observation:
    return beside(fans(laid(seed), [pile[-1] for pile in piles]), "Q").seen()


def test_a_race_is_known_again_by_what_lies_before_the_others() -> None:
    """In My Word the camera may see another table by mistake. The right table is known by the words before
    the other players (MW-2); the player to move may change her own. While such a word, MAN, is gone, no
    turn ends."""
    told = playing("my-word", "[MAN]1 []0*")
    told.shows(laid(1).word("MAN", 300, 700).seen()).shows(laid(2).word("RIVER", 500, 450).seen())
    assert told.missing == ("MAN",)
    assert told.waits(60).over().ended == []
    told.shows(laid(3).word("MAN", 320, 690).word("CAT", 700, 200).seen())
    assert told.missing is None
    assert [event.move for event in told.over().of(TurnFinished)] == ["+CAT"]
