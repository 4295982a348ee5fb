"""Test that a journal folded event by event gives the same match as the whole journal folded at once. Test
that a correction costs only its own hand of play."""

from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.lab.bench.publication import HAND_TURNS, calls, endless_match
from engine.events import (
    AnyEvent,
    HandDealt,
    HandScored,
    MatchSetUp,
    PositionCorrected,
    ScoreCorrected,
    TurnAmended,
    TurnCorrected,
    TurnFinished,
    TurnTakenBack,
    Undone,
    WoundBack,
)
from engine.i18n import UserError
from engine.match import FoldedJournal, fold, folded_journal, turns

SET_UP, DEALT = MatchSetUp("lexicon", ("Ann", "Bob")), HandDealt(exposed="K")
WORDS = ("CAT", "DOG", "SUN")


def laid(journal: FoldedJournal, word: str) -> TurnFinished:
    match = journal.required_match
    before = " ".join(match.position.lines) + " /K"
    return TurnFinished(match.turn or 0, before, f"{word} {before}", f"+{word}", "legal", stands=True)


Pick = tuple[str, int]
PICKS = st.lists(
    st.tuples(
        st.sampled_from(
            ("lay", "lay", "deal", "score", "amend", "undo", "undo", "back", "put", "total", "set up")
        ),
        st.integers(0, 30),
    ),
    max_size=25,
)


def written(journal: FoldedJournal, pick: Pick) -> AnyEvent:
    """Return the next event for the journal. `pick` has the kind of event, and a number from which the
    event is made."""
    what, number = pick
    finished = [n for n, event in enumerate(journal.events) if isinstance(event, TurnFinished)]
    word = WORDS[number % len(WORDS)]
    match what:
        case "deal":
            return DEALT
        case "score":
            return HandScored(("A", "E"))
        case "amend" if finished:
            turn = journal.events[finished[number % len(finished)]]
            assert isinstance(turn, TurnFinished)
            number = finished[number % len(finished)]
            after = f"{word} {turn.before}"
            return TurnAmended(number, turn.before, after, f"+{word}", "legal", stands=True)
        case "undo":
            return Undone(1 + number % len(journal.events))
        case "back":
            return WoundBack(1 + number % len(journal.events))
        case "put":
            return PositionCorrected(f"{word} /K")
        case "total":
            return ScoreCorrected(number % 2, number)
        case "set up":
            return SET_UP
        case _:
            return laid(journal, word)


@settings(max_examples=150, deadline=None)
@given(PICKS)
def test_event_by_event_it_is_what_the_whole_journal_comes_to(picks: list[Pick]) -> None:
    journal = folded_journal((SET_UP, DEALT))
    for pick in picks:
        event = written(journal, pick)
        try:
            match = fold((*journal.events, event))
        except ValueError:
            with pytest.raises(ValueError, match=r"\w"):
                journal.plus(event)
            continue
        journal = journal.plus(event)
        assert journal.match == match
        assert journal == folded_journal(journal.events)
    for number in range(1, len(journal.events)):
        assert journal.match_before(number) == fold(journal.events[:number])


def test_it_has_the_turns_that_count_of_its_match_and_of_its_hand() -> None:
    first = laid(folded_journal((SET_UP, DEALT)), "CAT")
    journal = folded_journal((SET_UP, DEALT, first, HandScored(("A", "E")), DEALT)).plus(SET_UP, DEALT)
    assert journal.turns == journal.hand_turns == ()
    journal = journal.plus(laid(journal, "DOG"))
    journal = journal.plus(laid(journal, "SUN"), HandScored(("A", "E")), DEALT)
    journal = journal.plus(laid(journal, "CAT"))
    assert [turn.number for turn in journal.turns] == [7, 8, 11]
    assert [turn.number for turn in journal.hand_turns] == [11]
    assert journal.turn(8) == journal.turns[1]
    assert journal.turn(2) is None
    assert journal.plus(TurnTakenBack()).hand_turns == ()
    assert journal.plus(TurnTakenBack()).turns == journal.turns[:2]
    assert journal.turns == turns(journal.events)


def test_without_a_match_nothing_is_played() -> None:
    assert FoldedJournal().match is None
    assert FoldedJournal().turns == FoldedJournal().hand_turns == ()
    with pytest.raises(UserError, match="No match has begun"):
        assert FoldedJournal().required_match


def test_a_deal_that_was_undone_does_not_hide_that_its_hand_went_on() -> None:
    """CUT was laid, a deal was recorded by mistake and undone, and CUT grew to CUTS in the same hand. Now
    the first turn is corrected to CAT. So CATS lies on the table."""
    cut = TurnFinished(1, "/K", "CUT /K", "+CUT", "legal", stands=True)
    cuts = TurnFinished(0, "CUT /K", "CUTS /K", "1:CUT<CUTS", "legal", stands=True)
    really = TurnAmended(2, "/K", "CAT /K", "+CAT", "legal", stands=True)
    journal = folded_journal((SET_UP, DEALT, cut, DEALT, Undone(3), cuts, really))
    assert journal.required_match.position.lines == ("CATS",)


def test_corrections_of_the_table_after_corrections_of_turns_do_not_double_the_work() -> None:
    """A turn and the table's position are corrected alternately, several times. Twice as many corrections
    may cost at most four times the work, so the work does not double with each correction."""

    def journal(many: int) -> Sequence[AnyEvent]:
        first = TurnFinished(1, "/K", "CUT /K", "+CUT", "legal", stands=True)
        amended = TurnAmended(2, "/K", "CAT /K", "+CAT", "legal", stands=True)
        return (SET_UP, DEALT, first, *(amended, PositionCorrected("CUT MEN /K")) * many)

    few, many = calls(lambda: fold(journal(4))), calls(lambda: fold(journal(8)))
    assert many <= 4 * few


@cache
def long(turns: int) -> FoldedJournal:
    """Return the folded journal of a match of `turns` turns. Its last ten events were added one by one, as
    at a running table."""

    def until() -> Iterator[AnyEvent]:
        played = 0
        for event in endless_match():
            played += isinstance(event, TurnFinished)
            yield event
            if played == turns:
                return

    events = tuple(until())
    return folded_journal(events[:-10]).plus(*events[-10:])


@pytest.mark.parametrize("turns", [200, 2_000])
@pytest.mark.parametrize("what", ["amended", "undone", "wound back", "corrected", "table"])
def test_a_correction_costs_no_more_in_a_long_match(what: str, turns: int) -> None:
    def corrected(journal: FoldedJournal) -> int:
        number, turn = journal.hand_turns[-3].number, journal.hand_turns[-3].turn
        events: dict[str, AnyEvent] = {
            "amended": TurnAmended(number, turn.before, turn.before, "pass", "legal", stands=True),
            "undone": Undone(number),
            "wound back": WoundBack(number),
            "corrected": TurnCorrected(turn.before, "pass", "legal", stands=True),
            "table": PositionCorrected("CAT DOG /Q"),
        }
        return calls(lambda: journal.plus(events[what]))

    assert corrected(long(turns)) <= 1.5 * corrected(long(HAND_TURNS))


def test_what_is_undone_again_costs_no_more_in_a_long_match() -> None:
    def undone(journal: FoldedJournal) -> int:
        number = journal.hand_turns[-1].number
        done = journal.plus(Undone(number))
        return calls(lambda: done.plus(Undone(len(done.events) - 1)))

    assert undone(long(2_000)) <= 1.5 * undone(long(HAND_TURNS))
