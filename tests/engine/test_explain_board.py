"""Test which plays explain a picture of a game on a board. No camera needs to find the board: only its
letter blocks are seen, and no blanks. The edge and the print of the board may mislead."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.catalogue import configured
from engine.explain import Explanation, ExplanationContext, SettledPosition, explanations, rule_on
from engine.moves import EMPTY
from engine.notation import format_move
from engine.observation import Observation
from engine.position import Grid
from engine.ruling import BlankUnseen, Illegal, Legal, OtherDoubt, Unclear
from engine.words import WordList
from tests.engine.clauses.grids import board

Table = Callable[..., Any]
TEXT = "SEE SEED EASY YOU OUT BOUT SET SETS NEED IN AT TEA EAT"
WORDS = WordList.of(TEXT.split())
KW = ExplanationContext(configured("keyword"), WORDS)
BARE = board()
TILE = 19.0


def laid(empty_table: Table, grid: Grid, seed: int = 1, angle: float = 4.0) -> Observation:
    """Lay the blocks of a board round the middle of the table, with the board turned by `angle` degrees.
    Blanks are left out, since no camera sees them."""
    shown = tuple("".join(card if card.isupper() else EMPTY for card in row) for row in grid.rows)
    table = empty_table(seed, shape=(TILE, TILE)).grid(shown, 600, 450, angle)
    seen: Observation = table.seen()
    return seen


def found(empty_table: Table, before: Grid, after: Grid, seed: int = 1) -> list[Explanation]:
    return explanations(SettledPosition(before), laid(empty_table, after, seed), KW)


def test_the_booklets_diagram_seen_play_by_play(empty_table: Table) -> None:
    """SEE is laid first. Then ASY makes EASY, O and U make YOU, and O and T make OUT."""
    words = [("SEE", 9, 8, ">"), ("EASY", 9, 10, "|"), ("YOU", 12, 10, ">"), ("OUT", 11, 12, "|")]
    moves = ["I10>SEE", "K11|ASY", "L13>OU", "M12|O.T"]
    for count, wanted in enumerate(moves):
        before, after = board(*words[:count]), board(*words[: count + 1])
        case = rule_on(found(empty_table, before, after, count), KW)
        assert isinstance(case.ruling, Legal)
        assert format_move(case.ruling.move) == wanted
        assert case.explanation.after == after


def test_two_plays_between_two_looks_are_two_lines(empty_table: Table) -> None:
    before, after = board(("SEE", 9, 8, ">")), board(("SEED", 9, 8, ">"), ("NEED", 8, 9, "|"))
    case = rule_on(found(empty_table, before, after), KW)
    assert isinstance(case.ruling, Illegal)
    assert case.explanation.after == after


@pytest.mark.parametrize(
    ("word", "blank"), [("SE?", (9, 10)), ("?EE", (9, 8)), ("S?ED", (9, 9)), ("SE?D", (9, 10))]
)
def test_a_first_word_with_a_blank_is_never_called_illegal(
    word: str, blank: tuple[int, int], empty_table: Table
) -> None:
    case = rule_on(found(empty_table, BARE, board((word, 9, 8, ">"))), KW)
    assert isinstance(case.ruling, Unclear)
    assert case.explanation.after == board((word, 9, 8, ">"))
    assert any(isinstance(doubt, BlankUnseen) and blank in doubt.squares for doubt in case.ruling.doubts)


def test_a_blank_that_lies_there_is_not_missed(empty_table: Table) -> None:
    before = board(("SEe", 9, 8, ">"))
    after = board(("SEeD", 9, 8, ">"))
    case = rule_on(found(empty_table, before, after), KW)
    assert isinstance(case.ruling, Legal)
    assert case.explanation.after == after


def test_with_both_blanks_on_the_board_a_hole_is_a_hole(empty_table: Table) -> None:
    before = board(("sEe", 9, 8, ">"))
    case = rule_on(found(empty_table, before, board(("sEe", 9, 8, ">"), ("N", 7, 9, "|"))), KW)
    assert isinstance(case.ruling, Illegal)


def test_what_is_no_word_with_any_blank_is_illegal(empty_table: Table) -> None:
    case = rule_on(found(empty_table, board(("SEE", 9, 8, ">")), board(("SEEX", 9, 8, ">"))), KW)
    assert isinstance(case.ruling, Illegal)


def test_a_letter_beyond_the_edge_is_on_no_square(empty_table: Table) -> None:
    """SEED begins at the left edge of the board. A letter lies left of it, on no square. The table reports
    a doubt."""
    lying = board(("SEED", 9, 0, ">"))
    seen = laid(
        empty_table, Grid(tuple("T" + row if r == 9 else "." + row for r, row in enumerate(lying.rows)))
    )
    best = explanations(SettledPosition(lying), seen, KW)[0]
    assert (len(best.after.lines), len(best.after.lines[0])) == (19, 19)
    assert any(isinstance(doubt, OtherDoubt) for doubt in best.doubts)


def test_the_print_of_a_square_is_no_letter_and_no_stock(empty_table: Table, eye: Any) -> None:
    after = board(("SEE", 9, 8, ">"))
    seen = laid(empty_table, after)
    prints = empty_table(5, shape=(TILE, TILE)).card("O", 300, 300).card("O", 500, 200)
    back = empty_table(6, shape=(TILE, TILE)).card("A", 610, 480, up=False).seen()
    seen = replace(seen, cards=(*seen.cards, *prints.seen(eye(certainty=0.7)).cards, *back.cards))
    case = rule_on(explanations(SettledPosition(BARE), seen, KW), KW)
    assert isinstance(case.ruling, Legal)
    assert case.explanation.after == after


def test_a_single_letter_is_seen_where_it_is_laid(empty_table: Table) -> None:
    lying = board(("EASY", 9, 9, "|"), ("SEE", 11, 9, ">"))
    after = board(("EASY", 9, 9, "|"), ("SEED", 11, 9, ">"))
    best = found(empty_table, lying, after)[0]
    assert best.after == after
    assert best.doubts == ()
