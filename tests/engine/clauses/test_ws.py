"""Test the clauses of Word Solitaire. Columns read downwards. `#` closes a column, `/` is the card turned
up."""

import pytest

from engine.catalogue import configured
from engine.notation import format_move
from engine.position import Piles
from engine.rules.columns import column_words, listed_words, unfinished_words
from engine.rules.patience import letters_added, patience_outcome, word_solitaire_mark
from engine.ruling import Illegal
from engine.ruling.piles import ColumnClosed, NoBeginning, NotPlaced, NotTurnedUp, PilesDisturbed, StillFits
from engine.words import WordList
from tests.engine.clauses.patience import WORDS, clauses, move, ruled

WS = configured("word-solitaire")
ROW = "S|J|E|L|T|T|A|O"


def ws(before: str, after: str) -> str:
    return move(ruled("word-solitaire", before, after))


@pytest.mark.parametrize(
    ("column", "readings"),
    [
        ("TI", ("TI",)),
        ("TIL", ("TIL", "L")),
        ("TILL", ("TILL", "L")),
        ("TILLE", ("TILLE", "LE")),
        ("TILLEA", ("LEA",)),
        ("TILLEAD", ("LEAD",)),
        ("JX", ()),
        ("SX", ()),
    ],
)
def test_ws_1_the_booklets_column(column: str, readings: tuple[str, ...]) -> None:
    """The column begins TIL, then TILL. An E makes it the beginning of TILLER. A further A makes the last L
    the beginning of LEAN, then LEAD."""
    assert unfinished_words(column, listed_words(WORDS, WS.vocabulary))[: len(readings)] == readings


def test_ws_1_of_a_columns_readings_the_one_that_leaves_the_fewest_letters_over_is_told() -> None:
    """The letters TILAD can be divided in several ways. TIL and LAD, which share the L, leave no letter
    over. TI leaves ILAD, which could only grow to ILADS. The first division is taken."""
    listed = listed_words(WordList.of(["TI", "ILADS", "TIL", "LAD"]), WS.vocabulary)
    assert column_words("TILAD", listed) == ("TIL", "LAD")
    assert column_words("TILA", listed) == ("TIL",)


def test_ws_1_a_card_goes_where_the_letters_read_on() -> None:
    assert ws(f"{ROW} /O *59", "S|JO|E|L|T|T|A|O /- *59") == "O@^>2"
    assert ws(f"{ROW} /N *59", "S|J|E|L|T|T|AN|O /- *59") == "N@^>7"
    wrong = ruled("word-solitaire", f"{ROW} /X *59", "S|JX|E|L|T|T|A|O /- *59")
    assert isinstance(wrong, Illegal)
    assert wrong.breaches == (NoBeginning("JX", "WS-1"),)


def test_ws_1_proper_names_and_slang_do_not_count() -> None:
    assert clauses(ruled("word-solitaire", "JOB|T", "JOBB|T")) == {"WS-1"}
    assert clauses(ruled("word-solitaire", "ROM|T", "ROME|T")) == {"WS-1"}


@pytest.mark.parametrize(
    ("after", "move"),
    [
        ("T|X|S /O *20", "2:J~X"),  # the J was taken for another card
        ("T|-|S /O *20", "2:J~-"),
        ("T|J|S /XO *19", "pass"),  # a card was slipped beneath the one turned up
    ],
)
def test_ws_1_what_is_done_to_a_column_is_told_as_it_lies(after: str, move: str) -> None:
    ruling = ruled("word-solitaire", "T|J|S /O *20", after)
    assert isinstance(ruling, Illegal)
    disturbed = [breach for breach in ruling.breaches if isinstance(breach, PilesDisturbed)]
    assert disturbed
    assert all(breach.piles for breach in disturbed), "each says where"
    assert ruling.move is not None
    assert format_move(ruling.move) == move


def test_ws_1_only_the_card_turned_up_is_laid() -> None:
    ruling = ruled("word-solitaire", f"{ROW} /N *59", "S|JO|E|L|T|T|A|O /N *59")
    assert isinstance(ruling, Illegal)
    assert NotTurnedUp("O", "WS-1") in ruling.breaches


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("T|J|S /O *20", "TO|JO|S /- *20"),  # one O was turned up, and two lie there
        ("T|J|S /O *20", "T|JO#|S /- *20"),
        ("T|J|S /- *20", "T|JO|S /- *20"),  # no O was turned up
        ("T|J|S /O", "TO|JO|S"),
    ],
)
def test_ws_1_the_card_turned_up_is_laid_once(before: str, after: str) -> None:
    assert clauses(ruled("word-solitaire", before, after)) == {"WS-1"}


def test_ws_1_cards_turned_up_since_may_be_laid_as_well() -> None:
    assert ws("T|J|S /O *20", "TO|J|S# *19") == "O@^>1 & *# & ##3"


def test_ws_2_a_card_laid_and_then_closed_must_have_fitted() -> None:
    assert "WS-1" in clauses(ruled("word-solitaire", "T|J|S /Q *20", "T|JQ#|S /- *19"))


def test_ws_2_a_card_that_fits_nowhere_closes_a_column() -> None:
    assert ws("S|J|E /X *20", "S|J#|E /- *20") == "X#2"


def test_ws_2_closing_a_column_although_the_card_fits_is_pointed_out() -> None:
    ruling = ruled("word-solitaire", "S|J|E /O *20", "S#|J|E /- *20")
    assert isinstance(ruling, Illegal)
    assert ruling.breaches == (StillFits("O", ("2",)),)


def test_ws_2_nothing_is_laid_under_a_closed_column() -> None:
    ruling = ruled("word-solitaire", "S#|J|E /T *20", "S#T|J|E /- *20")
    assert isinstance(ruling, Illegal)
    assert ruling.breaches == (ColumnClosed("T", 1),)


def test_ws_2_the_eighth_closed_column_ends_the_game() -> None:
    closed = Piles(("SO#", "J#", "E#", "L#", "T#", "T#", "A#", "OF#"), "", 9)
    outcome = patience_outcome(WS, closed)
    assert outcome is not None
    assert (outcome.won, outcome.score) == (False, 2)
    assert patience_outcome(WS, Piles((*closed.piles[:7], "OF"), "", 9)) is None


def test_ws_3_the_score_is_the_letters_added_beyond_the_first_eight() -> None:
    assert letters_added(Piles(("TILLEAD#", "JOT", "S#"))) == 8
    assert [word_solitaire_mark(score) for score in (9, 10, 19, 20, 25, 26)] == [
        "", "fair", "fair", "excellent", "excellent", "splendid",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "after", "card"),
    [
        ("S|J|E /O *20", "S|J|E /- *20", "O"),  # put aside
        ("S|J|E /O *20", "S|J|E /OT *19", "O"),  # passed over, and lying beneath the next
        ("S|J|E /O *20", "S|J|E /T *19", "O"),  # passed over, with only the top one shown
        ("S|J|E /O", "S|J|E /T", "O"),  # the same, with the stock uncounted
        ("S|J|E /- *20", "S|J|E /OT *18", "O"),  # two turned at once
        ("S|J|E /- *20", "S|J|E /##T *17", ""),
        ("S|J|T /N *20", "S|JO|T /N *19", "N"),  # a later one laid while N waits
        ("S|J|T /N *20", "S|JO|T /NX *18", "N"),
        ("S|J|E /- *20", "S|JO|E /TX *17", "T"),
    ],
)
def test_ws_4_a_card_turned_up_is_placed_before_the_next(before: str, after: str, card: str) -> None:
    ruling = ruled("word-solitaire", before, after)
    assert isinstance(ruling, Illegal)
    assert ruling.breaches == (NotPlaced(card),)
    assert clauses(ruling) == {"WS-4"}


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("S|J|E /- *20", "S|J|E /O *19", "*O"),
        ("S|J|E /O *20", "S|JO|E /T *19", "O@^>2 & *T"),  # placed, and the next turned up since
        ("S|J|E /X *20", "S|J#|E /T *19", "X#2 & *T"),
        ("S|J|E /- *20", "S|JO|E /T *18", "*T & O@^>2"),
        ("S|J|E", "S|J|E", "pass"),
    ],
)
def test_ws_4_what_was_placed_makes_room_for_the_next(before: str, after: str, told: str) -> None:
    assert ws(before, after) == told


def test_ws_4_of_what_already_waits_nobody_is_accused_again() -> None:
    """X and O wait, although a rule demanded that they be placed. That fault was accepted. Now O is placed,
    and X may wait."""
    assert ws("S|J|T /XO *20", "S|JO|T /X *20") == "O@^>2"


def test_ws_5_words_have_two_or_more_letters() -> None:
    """Some take A for a word of one letter. A column A can only be the beginning of a longer word."""
    listed = listed_words(WORDS, WS.vocabulary)
    assert unfinished_words("A", listed) == ("A",)
    assert unfinished_words("TA", listed) == ()
    assert clauses(ruled("word-solitaire", "T|S /A", "TA|S /-")) == {"WS-1"}


@pytest.mark.parametrize(
    ("last", "turned", "stock", "won"),
    [("OF", "", 0, True), ("OF#", "", 0, False), ("OF", "X", 0, None), ("OF", "", 1, None)],
)
def test_ws_2_it_is_won_when_the_pack_is_run_through_and_a_column_is_open(
    last: str, turned: str, stock: int, won: bool | None
) -> None:
    outcome = patience_outcome(WS, Piles(("SO#", "J#", "E#", "L#", "T#", "T#", "A#", last), turned, stock))
    assert (None if outcome is None else outcome.won) is won


def test_ws_1_cards_that_are_laid_stay_and_those_turned_up_wait() -> None:
    assert clauses(ruled("word-solitaire", "S|J|E /T *20", "X|J|E /T *20")) == {"WS-1"}
