"""Test the table's questions in a game on a board, such as the next Keyword or an empty rack, and what the
answers change."""

import pytest

from engine.events import (
    AnyEvent,
    HandCorrected,
    HandDealt,
    HandScored,
    KeywordTurned,
    MatchSetUp,
    PackExhausted,
    QuestionAsked,
    TurnFinished,
)
from engine.match import Match, fold
from engine.notation import format_position
from engine.position import Grid
from engine.turn.board_questions import OVER, board_questions, events_of_answer
from tests.engine.clauses.grids import board

SEE, SEED = board(("SEE", 9, 8, ">")), board(("SEED", 9, 8, ">"))


def laid(before: Grid, after: Grid, player: int, move: str) -> TurnFinished:
    return TurnFinished(player, format_position(before), format_position(after), move, "legal", stands=True)


def begun(*more: AnyEvent) -> list[AnyEvent]:
    return [MatchSetUp("keyword", ("Ada", "Bo")), HandDealt(), *more]


FIRST = laid(board(), SEE, 1, "I10>SEE")


def match_of(events: list[AnyEvent]) -> Match:
    match = fold(events)
    assert match is not None
    return match


def asked(events: list[AnyEvent]) -> tuple[QuestionAsked, ...]:
    """Return the questions that the table asks about the board because of the last event."""
    return board_questions(fold(events[:-1]), match_of(events))


def test_after_the_deal_the_keyword_is_asked_for_once() -> None:
    (question,) = asked(begun())
    assert question.about == "Keyword"
    assert len(question.choices) == 4
    assert events_of_answer(match_of(begun()), question, "house") == (KeywordTurned("HOUSE"),)
    assert asked(begun(KeywordTurned("AREA"))) == ()
    assert asked(begun(KeywordTurned("AREA"), FIRST)) == ()
    assert asked(begun(FIRST)) == ()


def test_once_it_is_spelt_the_next_one_is_asked_for() -> None:
    (question,) = asked(begun(KeywordTurned("SEE"), FIRST))
    assert question.about == "Keyword"


def test_no_answer_changes_nothing() -> None:
    (question,) = asked(begun())
    assert events_of_answer(match_of(begun()), question, "") == ()


def test_when_the_last_letters_may_be_drawn_the_rack_is_asked_for() -> None:
    low = begun(KeywordTurned("AREA"), PackExhausted(stock=3), FIRST)
    (question,) = asked(low)
    assert (question.about, question.player) == ("letters", 1)
    assert question.choices == ("10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "0")
    match = match_of(low)
    assert events_of_answer(match, question, "10") == ()
    assert events_of_answer(match, question, "8") == (PackExhausted(stock=0), HandCorrected(1, "8"))
    with pytest.raises(ValueError, match="can't hold 11 letters"):
        events_of_answer(match, question, "11")


def test_with_letters_left_nobody_is_asked_about_them() -> None:
    assert asked(begun(KeywordTurned("AREA"), PackExhausted(stock=30), FIRST)) == ()


def test_who_passes_with_no_letters_left_is_asked_whether_it_is_over() -> None:
    used_up = begun(KeywordTurned("AREA"), PackExhausted(stock=0), FIRST, laid(SEE, SEE, 0, "pass"))
    (question,) = asked(used_up)
    assert (question.about, question.choices) == ("over", (OVER,))
    (scored,) = events_of_answer(match_of(used_up), question, OVER)
    assert scored == HandScored(("?" * 10, "?" * 7))
    ended = match_of([*used_up, scored])
    assert (ended.scores.totals, ended.scores.winners) == ((-50, -20), (1,))


def test_who_goes_out_is_paid_when_people_say_so() -> None:
    out = begun(KeywordTurned("AREA"), PackExhausted(stock=0), HandCorrected(1, "3"), FIRST)
    (question,) = asked(out)
    assert question.about == "over"
    (scored,) = events_of_answer(match_of(out), question, OVER)
    ended = match_of([*out, scored])
    assert (ended.scores.totals, ended.scores.winners) == ((0, 15 + 50 + 50), (1,))


def test_a_crossword_without_a_board_asks_nothing() -> None:
    assert asked([MatchSetUp("crossword", ("Ada", "Bo")), HandDealt()]) == ()


def test_who_is_not_out_after_all_plays_on_with_a_letter_at_least() -> None:
    out = begun(KeywordTurned("AREA"), PackExhausted(stock=0), HandCorrected(1, "3"), FIRST)
    (question,) = asked(out)
    on = match_of([*out, *events_of_answer(match_of(out), question, "")])
    assert (on.turn, on.hand.over, on.table.hands[1].count) == (0, False, 1)


def test_who_says_that_no_letter_is_left_is_out_when_people_say_so() -> None:
    low = begun(KeywordTurned("AREA"), PackExhausted(stock=3), FIRST)
    (letters,) = asked(low)
    said = events_of_answer(match_of(low), letters, "0")
    (question,) = board_questions(match_of(low), match_of([*low, *said]))
    assert (question.about, question.player) == ("over", 1)
