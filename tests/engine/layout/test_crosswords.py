"""Test that cards edge to edge in both directions are a crossword, and that a card askew is out of line."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.layout import MisplacedCard, arrange
from engine.words import WordList

Table = Callable[..., Any]


CROSSWORDS = (
    ("...S..", "..GAME", "...L.V", "...T.E", ".....N"),
    ("O.......", "T.......", "YLEDIW..", "R.......", "ESOPXE..", "H......."),
    ("KNOWN", "..A..", "..B..", "..TAR"),
    ("TAR", "O..", "EAT"),
)


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("rows", CROSSWORDS)
def test_crosswords_are_read_back(empty_table: Table, rows: tuple[str, ...], seed: int) -> None:
    width = max(map(len, rows))
    full = tuple(row.ljust(width, ".") for row in rows)
    table = empty_table(seed).grid(full, 600, 450, 15 * seed, jitter=0.03).piles("K", 2200, 300)
    arrangement = arrange(table.seen(), None, "grid")
    assert arrangement.grid is not None
    assert _cut(arrangement.grid.rows) == _cut(full)


def _cut(rows: tuple[str, ...]) -> tuple[str, ...]:
    kept = [c for c in range(len(rows[0])) if any(row[c] != "." for row in rows)]
    return tuple("".join(row[c] for c in kept) for row in rows)


@pytest.mark.parametrize("seed", range(8))
def test_a_crossword_is_told_from_rows_unasked(empty_table: Table, words: WordList, seed: int) -> None:
    table = empty_table(seed).grid(CROSSWORDS[0], 600, 450, 40 * seed, jitter=0.02)
    arrangement = arrange(table.seen(), words)
    assert arrangement.grid is not None
    assert [w.text for w in arrangement.words] == ["GAME", "SALT", "EVEN"]


@pytest.mark.parametrize(("gap", "shifted", "down"), [(2, 0, True), (12, 0, False), (2, 8, False)])
def test_two_words_make_a_crossword_of_two_letters_where_they_abut(
    empty_table: Table, gap: float, shifted: float, down: bool
) -> None:
    """BI lies above FA, with the I right above the F. If these two cards lie edge to edge, IF can be read
    downwards, and the words are a crossword. With a gap or a shift they are two rows."""
    table = empty_table(15).card("B", 400, 300).card("I", 459, 300)
    table = table.card("F", 459 + shifted, 389 + gap).card("A", 518 + shifted, 389 + gap)
    arrangement = arrange(table.seen(), WordList.of(["BI", "FA", "IF"]))
    assert (arrangement.grid is not None) is down
    assert ("IF" in [w.text for w in arrangement.words]) is down


def test_a_card_across_a_crossword_is_out_of_line(empty_table: Table, words: WordList) -> None:
    table = empty_table(14).grid(("CAT", "..O"), 600, 450).card("E", 655, 610, 90)
    arrangement = arrange(table.seen(), words, "grid")
    assert [type(d) for d in arrangement.doubts] == [MisplacedCard]
