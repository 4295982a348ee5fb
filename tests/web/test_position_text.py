"""Test a position that people type as they like, such as small letters or a star for a Master: it is
understood, or refused with its line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.notation import NotationError, format_position
from engine.position import Grid, Piles, Position, RacePosition, Rows
from web import position_text

CARDS = st.text("ABQZabqz?", min_size=1, max_size=6)
WORDS = st.lists(CARDS, min_size=1, max_size=5).map(tuple)
ROWS = st.lists(st.text("ABz?.", min_size=4, max_size=4), min_size=2, max_size=4).map(tuple)
PILES = st.lists(st.text("ABq?#", max_size=5), min_size=1, max_size=5).map(tuple)


def grids(rows: tuple[str, ...]) -> Grid:
    return Grid(rows, "Q")


@given(
    st.one_of(
        WORDS.map(lambda words: Rows(words, "Q")),
        ROWS.map(grids),
        PILES.map(lambda piles: Piles(piles, "AB", 7, 1)),
    )
)
def test_what_is_written_is_read_again(lay: Position) -> None:
    assert position_text.read_lines(lay, position_text.position_lines(lay)) == format_position(lay)


def test_a_race_is_put_right_before_whoever_played() -> None:
    lay = RacePosition((("FOR",), ("OR", "F.")), (1, 2), 1)
    assert position_text.position_lines(lay) == ("OR", "F", "")
    assert position_text.read_lines(lay, ("or", "f", "")) == "[FOR]1 [OR;F.]2*"
    assert position_text.read_lines(lay, ("OAR", "", "")) == "[FOR]1 [OAR]2*"


@pytest.mark.parametrize(
    ("lay", "written", "read"),
    [
        (Rows(("COT", "STRiDE"), "Q"), ("cat", "str*ide", "ox"), "CAT STRiDE OX /Q"),
        (Rows(("COT",), None), ("", "A★?"), "- A?"),
        (Grid(("AB.", "..."), None), ("ab", " c"), "AB.;.C."),
        (Piles(("A#", "B")), ("a_", "b*o"), "A#|Bo"),
    ],
)
def test_small_letters_blanks_and_stars_are_understood(
    lay: Position, written: tuple[str, ...], read: str
) -> None:
    assert position_text.read_lines(lay, written) == read


@pytest.mark.parametrize("line", ["C4T", "A;B", "*", "A|B", "CA*"])
def test_what_is_no_letter_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(NotationError, match="Line 2 holds something other than letters"):
        position_text.read_lines(Rows(("CAT", "DOG")), ("CAT", line))


def test_cards_that_cannot_lie_like_that_are_refused() -> None:
    with pytest.raises(NotationError, match="can't lie like that"):
        position_text.read_lines(Rows(("CAT",)), ("C_T",))
