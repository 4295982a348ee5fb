"""Test that a crossword as people type it is aligned with the crossword on the table."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.grid_frames import in_same_frame
from engine.match.rebase import carried_position
from engine.notation import parse_position
from engine.position import Grid

LAY = Grid(("...P", "...O", "SEES"), "A")


def moved(grid: Grid, up: int, down: int, left: int, right: int) -> Grid:
    """Return the grid with empty rows and columns added on each side."""
    width = left + len(grid.rows[0]) + right
    rows = ["." * left + row + "." * right for row in grid.rows]
    return Grid((*["." * width] * up, *rows, *["." * width] * down), grid.exposed)


AROUND = st.tuples(*[st.integers(0, 3)] * 4)


@given(AROUND, AROUND)
def test_the_same_cards_are_laid_on_each_other(
    one: tuple[int, int, int, int], other: tuple[int, int, int, int]
) -> None:
    lay, lies = moved(LAY, *one), moved(LAY, *other)
    assume(list(map(len, lay.rows)) != list(map(len, lies.rows)))  # grids of equal size stay as they are
    before, after = in_same_frame(lay, lies)
    assert before == after


@pytest.mark.parametrize(
    ("before", "after", "laid"),
    [
        (
            ("...P", "...O", "SEES"),
            ("P...", "O...", "S...", "CITE"),
            ("...P...", "...O...", "...S...", "...CITE"),
        ),
        (("..P.", "..O.", "..S."), ("P", "O", "S", "T"), ("..P.", "..O.", "..S.", "..T.")),
        (("CAT",), ("SCAT", "A..."), ("SCAT", "A...")),
    ],
)
def test_what_was_added_lies_beside_what_lay_there(
    before: tuple[str, ...], after: tuple[str, ...], laid: tuple[str, ...]
) -> None:
    lay, lies = in_same_frame(Grid(before), Grid(after))
    assert lies.rows == laid
    assert [len(row) for row in lay.rows] == [len(row) for row in lies.rows]
    assert "".join(lay.rows).replace(".", "") == "".join(before).replace(".", "")


def test_grids_of_one_size_are_as_people_say() -> None:
    before, after = Grid(("CAT", "...")), Grid(("...", "CAT"))
    assert in_same_frame(before, after) == (before, after)


def test_an_empty_table_takes_anything() -> None:
    assert in_same_frame(Grid(), Grid(("CAT",), "Q")) == (Grid(("...",)), Grid(("CAT",), "Q"))


def test_a_turn_is_carried_over_between_frames_with_different_margins() -> None:
    """The recorded turn shows a crossword with other empty columns at its sides than the position on the
    table. The turn is carried over to the position all the same."""
    lies = parse_position("..S..;..A..;LARK.;..E.. /Q")
    before, after = (parse_position(f"{row};....A.;..LARK;....E. /Q") for row in ("....S.", "EMIRS."))
    assert carried_position(lies, before, after) == after


def test_frames_of_one_size_may_have_their_margins_elsewhere() -> None:
    lies = parse_position(".G...;.R..L;.E..E;..... /Q")
    before = parse_position(".....;.G...;.R..L;.E..E /Q")
    after = parse_position("ARE..;.G...;.R..L;.E..E /Q")
    assert carried_position(lies, before, after) == after
