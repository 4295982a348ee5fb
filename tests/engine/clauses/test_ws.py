"""Word Solitaire, a test a clause. Columns read downwards; `#` closes one; `/` is the card turned up."""

import pytest

from engine.catalogue import configured
from engine.position import Piles
from engine.rules.columns import listed_words, pieces
from engine.rules.patience import ended, letters_added, splendour
from engine.ruling import Illegal
from engine.ruling.piles import ColumnClosed, NoBeginning, NotTurnedUp, StillFits
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
    """TIL, then TILL; with E it begins TILLER, with A the last L of TILL begins LEAN; then LEAD."""
    assert pieces(column, listed_words(WORDS, WS.vocabulary))[: len(readings)] == readings


def test_ws_1_a_card_goes_where_the_letters_read_on() -> None:
    assert ws(f"{ROW} /O *59", "S|JO|E|L|T|T|A|O /- *59") == "O@^>2"
    assert ws(f"{ROW} /N *59", "S|J|E|L|T|T|AN|O /- *59") == "N@^>7"
    wrong = ruled("word-solitaire", f"{ROW} /X *59", "S|JX|E|L|T|T|A|O /- *59")
    assert isinstance(wrong, Illegal)
    assert wrong.breaches == (NoBeginning("JX", "WS-1"),)


def test_ws_1_proper_names_and_slang_do_not_count() -> None:
    assert clauses(ruled("word-solitaire", "JOB|T", "JOBB|T")) == {"WS-1"}
    assert clauses(ruled("word-solitaire", "ROM|T", "ROME|T")) == {"WS-1"}


def test_ws_1_only_the_card_turned_up_is_laid() -> None:
    ruling = ruled("word-solitaire", f"{ROW} /N *59", "S|JO|E|L|T|T|A|O /N *59")
    assert isinstance(ruling, Illegal)
    assert NotTurnedUp("O", "WS-1") in ruling.breaches


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("T|J|S /O *20", "TO|JO|S /- *20"),  # one O was turned up, and two lie there
        ("T|J|S /O *20", "T|JO#|S /- *20"),
        ("T|J|S /- *20", "T|JO|S /- *20"),  # none was
        ("T|J|S /O", "TO|JO|S"),
    ],
)
def test_ws_1_the_card_turned_up_is_laid_once(before: str, after: str) -> None:
    assert clauses(ruled("word-solitaire", before, after)) == {"WS-1"}


def test_ws_1_cards_turned_up_since_may_be_laid_as_well() -> None:
    assert ws("T|J|S /O *20", "TO|J|S# *19") == "*# & O@^>1 & ##3"


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
    outcome = ended(WS, closed)
    assert outcome is not None
    assert (outcome.won, outcome.score) == (False, 2)
    assert ended(WS, Piles((*closed.piles[:7], "OF"), "", 9)) is None


def test_ws_3_the_score_is_the_letters_added_beyond_the_first_eight() -> None:
    assert letters_added(Piles(("TILLEAD#", "JOT", "S#"))) == 8
    assert [splendour(score) for score in (9, 10, 19, 20, 25, 26)] == [
        "", "fair", "fair", "excellent", "excellent", "splendid",
    ]  # fmt: skip


def test_ws_2_the_card_turned_up_does_not_just_vanish() -> None:
    assert clauses(ruled("word-solitaire", "S|J|E /O *20", "S|J|E /- *20")) == {"WS-2"}
