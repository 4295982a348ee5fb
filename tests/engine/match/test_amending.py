"""Test late corrections: the journal keeps both versions, and the later events follow the correction."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import (
    AnyEvent,
    HandCounted,
    HandDealt,
    HandScored,
    MatchSetUp,
    PositionCorrected,
    QuestionAnswered,
    QuestionAsked,
    TurnAmended,
    TurnCorrected,
    TurnFinished,
    Undone,
    WoundBack,
)
from engine.match import Match, entries, fold
from engine.match.rebase import card_indices, carried_position, carried_turn
from engine.notation import format_move, format_position, parse_move, parse_position
from engine.position import Rows
from engine.rules.row_changes import row_moves

SET_UP = MatchSetUp("lexicon", ("Ann", "Bob", "Cy"))
DEALT = HandDealt(("10", "10", "10"), "K")
CUT = TurnFinished(1, "/K", "CUT /K", "+CUT", "legal", True)
MEN = TurnFinished(2, "CUT /K", "CUT MEN /K", "+MEN", "legal", True)
CUTS = TurnFinished(0, "CUT MEN /K", "CUTS MEN /K", "1:CUT<CUTS", "legal", True)
THREW = TurnFinished(1, "CUTS MEN /K", "CUTS MEN /Z", "-Z", "legal", True)
CAT = TurnAmended(2, "/K", "CAT /K", "+CAT", "legal", True, cause="seen")
PLAY: tuple[AnyEvent, ...] = (SET_UP, DEALT, CUT, MEN, CUTS, THREW)


def match_of(*events: AnyEvent) -> Match:
    match = fold(events)
    assert match is not None
    return match


def test_what_came_after_an_amended_turn_follows_from_it() -> None:
    """The first turn laid CUT, and a later one made CUTS of it. Then the first turn is amended to CAT. So
    CATS lies on the table."""
    match = match_of(*PLAY, CAT)
    assert match.position == Rows(("CATS", "MEN"), "Z")
    as_written = match_of(*PLAY)
    assert (match.turn, match.table.hands, match.table.stock) == (
        as_written.turn,
        as_written.table.hands,
        as_written.table.stock,
    )


def test_the_last_amendment_counts_and_undoing_it_brings_back_the_one_before() -> None:
    cot = TurnAmended(2, "/K", "COT /K", "+COT", "legal", True)
    assert match_of(*PLAY, CAT, cot).position == Rows(("COTS", "MEN"), "Z")
    assert match_of(*PLAY, CAT, cot, Undone(7)).position == Rows(("CATS", "MEN"), "Z")
    assert match_of(*PLAY, CAT, cot, Undone(7), Undone(6)) == match_of(*PLAY)


def test_a_later_turn_keeps_what_it_changed_itself() -> None:
    """CUT is laid, becomes CUTS, and then COTS: a player exchanges an O for the U. Afterwards the first
    turn is amended to CAT. COTS stays on the table, and the card that the player took from the word is now
    an A."""
    swap = TurnFinished(2, "CUTS MEN /Z", "COTS MEN /Z", "1:CUTS=COTS", "legal", True)
    match = match_of(*PLAY, swap, CAT)
    assert match.position == Rows(("COTS", "MEN"), "Z")
    assert match.table.hands[2].known_cards == "A"


def test_a_turn_undone_in_the_middle_leaves_the_other_words_where_they_are() -> None:
    match = match_of(*PLAY, Undone(3))
    assert match.position == Rows(("CUTS", ""), "Z")
    assert match.table.cards == 52


def test_a_turn_that_never_was_is_amended_to_nothing() -> None:
    nothing = TurnAmended(3, "CUT /K", "CUT /K", "pass", "legal", True)
    match = match_of(*PLAY, nothing)
    assert match.position == Rows(("CUTS", ""), "Z")
    assert match.table.hands[2].count == 10


def test_winding_back_goes_to_any_turn_and_can_be_undone() -> None:
    assert match_of(*PLAY, WoundBack(3)) == match_of(*PLAY[:4])
    assert match_of(*PLAY, WoundBack(3), Undone(6)) == match_of(*PLAY)
    on = TurnFinished(0, "CUT MEN /K", "CUT MEN DAB /K", "+DAB", "legal", True)
    assert match_of(*PLAY, WoundBack(3), on).position == Rows(("CUT", "MEN", "DAB"), "K")


def test_a_correction_of_the_table_is_carried_over_as_well() -> None:
    """A correction of the table named a Master while CUT still stood. Then CUT is amended to CAT. Both
    corrections hold."""
    masters = TurnFinished(2, "CUT /K", "CUT M?N /K", "+M?N", "legal", True)
    named = PositionCorrected("CUT MeN /K")
    assert match_of(SET_UP, DEALT, CUT, masters, named, CAT).position == Rows(("CAT", "MeN"), "K")


def test_an_amendment_stands_over_an_earlier_correction_of_the_same_turn() -> None:
    fixed = TurnCorrected("CIT /K", "+CIT", "legal", True)
    match = match_of(SET_UP, DEALT, CUT, fixed, TurnAmended(2, "/K", "CAT /K", "+CAT", "legal", True))
    assert match.position == Rows(("CAT",), "K")


def test_only_a_turn_can_be_amended() -> None:
    with pytest.raises(ValueError, match=r"^event 3: event 1 is no turn that could be amended$"):
        fold([SET_UP, DEALT, CUT, TurnAmended(1, "/K", "CAT /K", "+CAT", "legal", True)])


def test_scores_follow_from_an_amended_turn_on_a_board() -> None:
    """KW-5: a letter scores five points. The amended turn has laid one letter fewer, so it scores five
    points fewer."""
    setup = MatchSetUp("keyword", ("Ann", "Bob"))
    empty = format_position(match_of(setup, HandDealt()).position)
    size = len(empty.split(";")[0])
    middle = size // 2

    def board(word: str) -> str:
        rows = empty.split(";")
        rows[middle] = "." * middle + word + "." * (size - middle - len(word))
        return ";".join(rows)

    laid = TurnFinished(1, empty, board("CATS"), f"{_square(middle)}>CATS", "legal", True)
    really = TurnAmended(2, empty, board("CAT"), f"{_square(middle)}>CAT", "legal", True)
    before, after = match_of(setup, HandDealt(), laid), match_of(setup, HandDealt(), laid, really)
    assert after == match_of(
        setup, HandDealt(), TurnFinished(1, empty, really.after, really.move, "legal", True)
    )
    assert before.scores.totals != after.scores.totals


def _square(at: int) -> str:
    return f"{chr(ord('A') + at)}{at + 1}"


def test_what_is_asked_about_is_not_scored_yet() -> None:
    setup = MatchSetUp("keyword", ("Ann", "Bob"))
    empty = format_position(match_of(setup, HandDealt()).position)
    rows = empty.split(";")
    middle = len(rows) // 2
    rows[middle] = "." * middle + "CAT" + "." * (len(rows[0]) - middle - 3)
    doubtful = TurnFinished(1, empty, ";".join(rows), f"{_square(middle)}>CAT", "unclear", True)
    assert match_of(setup, HandDealt(), doubtful).scores.totals == (0, 0)


def test_several_questions_stay_open_and_each_is_answered_by_its_number() -> None:
    def asked(turn: int) -> QuestionAsked:
        return QuestionAsked(1, "/K", "CUT /K", f"What was turn {turn}?", ("CAT /K",), "turn", turn)

    events = (*PLAY, asked(2), asked(3))
    assert [one.event for one in match_of(*events).questions] == [6, 7]
    assert match_of(*events).question == asked(2)
    assert [one.event for one in match_of(*events, QuestionAnswered("CAT /K", 7)).questions] == [6]
    assert [one.event for one in match_of(*events, QuestionAnswered("CAT /K")).questions] == [7]
    assert match_of(*events, HandScored(("A", "", "A"))).questions == ()


def test_a_grid_that_has_grown_since_is_laid_over_the_one_that_was() -> None:
    before, after = parse_position("CUT;"), parse_position("....;CUTS;...O")
    lies = parse_position("CAT;")
    framed = parse_position("....;CUT.;....")
    assert carried_position(lies, framed, after) == parse_position("....;CATS;...O")
    assert carried_position(lies, before, before) == lies


def test_a_move_speaks_of_the_word_as_it_really_was() -> None:
    turn = carried_turn(CUTS, parse_position("CAT MEN /K"))
    assert (turn.before, turn.after, turn.move) == ("CAT MEN /K", "CATS MEN /K", "1:CAT<CATS")


@pytest.mark.parametrize(
    ("before", "after", "where"),
    [
        ("CUT", "COT", [0, 1, 2]),
        ("CUT", "SCUTS", [1, 2, 3]),
        ("CUT", "CHUTE", [0, 2, 3]),
        ("CUT", "COTS", []),
    ],
)
def test_a_words_cards_lie_in_their_places_or_grown_apart(before: str, after: str, where: list[int]) -> None:
    assert card_indices(before, after) == where


def test_what_was_misread_stays_put_right_when_its_word_is_exchanged_or_grows_at_its_front() -> None:
    """A word read as CUT is corrected to CAT. A later turn was recorded as making HUT or SCUTS of it, and
    is carried over to the corrected table: it makes HAT or SCATS."""
    lies, was = parse_position("CAT /K"), parse_position("CUT /K")
    assert carried_position(lies, was, parse_position("HUT /K")) == parse_position("HAT /K")
    assert carried_position(lies, was, parse_position("SCUTS /K")) == parse_position("SCATS /K")


def test_a_word_that_grew_from_one_that_never_lay_there_is_told_as_it_was_written() -> None:
    turn = carried_turn(CUTS, parse_position("/K"))
    assert (turn.before, turn.move) == ("- - /K", CUTS.move)


def test_the_entries_are_those_of_the_last_match_though_it_has_only_been_set_up() -> None:
    assert [e.number for e in entries(PLAY)] == list(range(len(PLAY)))
    assert [e.number for e in entries([*PLAY, SET_UP])] == [len(PLAY)]
    assert [e.number for e in entries([*PLAY, SET_UP, Undone(len(PLAY))])][-1] == len(PLAY) - 1


def test_the_entries_name_what_was_amended() -> None:
    assert [(e.number, e.amended.cause) for e in entries([*PLAY, CAT]) if e.amended] == [(2, "seen")]


LETTERS = st.text("ABC", min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("after", "really", "lies"),
    [
        ("BX|E /K *20 +2", "B|F /Q *19 +1", "BX|F /Q *19 +1"),  # a card was laid; the rest lies as it did
        ("B|E /KT *19 +2", "B|F /Q *21 +1", "B|F /KT *19 +1"),  # one was turned up
        ("B|- /K *20 +1", "B|F /Q *20 +3", "B|- /Q *20 +1"),  # a word with a Master
    ],
)
def test_what_a_turn_of_a_patience_left_alone_is_as_it_really_was(after: str, really: str, lies: str) -> None:
    before = parse_position("B|E /K *20 +2")
    assert format_position(carried_position(parse_position(really), before, parse_position(after))) == lies


def test_an_insertion_into_a_word_that_was_read_a_card_short_is_an_exchange() -> None:
    """A turn was recorded as putting an R into ALAM, which made ALARM. Then the word before the turn is
    corrected to ALAMM. So the turn has exchanged an M for the R."""
    put = TurnFinished(0, "ALAM /K", "ALARM /K", "1:ALAM<ALARM", "legal", True)
    turn = carried_turn(put, parse_position("ALAMM /K"))
    assert (turn.before, turn.after, turn.move) == ("ALAMM /K", "ALARM /K", "1:ALAMM=ALARM")


@given(LETTERS, LETTERS, LETTERS)
def test_a_turn_carried_over_can_be_read_again(before: str, after: str, really: str) -> None:
    """A journal whose move can't be read would stop the table."""
    for move in row_moves(Rows((before,), "K"), Rows((after,), "K")):
        turn = TurnFinished(0, f"{before} /K", f"{after} /K", format_move(move), "legal", True)
        over = carried_turn(turn, Rows((really,), "K"))
        assert format_move(parse_move(over.move)) == over.move


@settings(max_examples=25)
@given(st.lists(LETTERS, min_size=1, max_size=4), st.lists(LETTERS, max_size=2))
def test_carried_over_to_the_same_table_nothing_changes(before: list[str], more: list[str]) -> None:
    was, now = Rows(tuple(before), "K"), Rows((*before, *more), "K")
    assert carried_position(was, was, now) == now
    assert carried_position(now, was, was) == now


def test_cards_counted_after_a_turn_that_did_not_end_the_hand_count_no_more() -> None:
    """Bob went out with CUT, and Ann's cards were counted. Then it turns out that CUT was no legal play. The
    hand goes on, and Ann's cards are counted anew when it is over."""
    held = HandDealt(("10", "3", "10"), "K")
    counted = (SET_UP, held, CUT, HandCounted(0, "AE"))
    assert match_of(*counted).hand.counted == ("AE", None, None)
    wrong = TurnAmended(2, "/K", "CUT /K", "+CUT", "illegal", False)
    for correction in (wrong, Undone(2)):
        match = match_of(*counted, correction)
        assert not match.hand.over
        assert match.hand.counted == ()
    with pytest.raises(ValueError, match="No hand is over yet"):
        fold([*counted, wrong, HandCounted(0, "AE")])
