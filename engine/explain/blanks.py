"""Find Masters that the camera cannot see: blank blocks with nothing printed on them (KW-4), and sometimes a
card whose picture is not recognized.

An unseen Master may lie in a hole of a play. On a board it may also lie at an end of the play, if the play
is a listed word only with this Master. The player is always asked about the Master.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.cards import MASTER
from engine.explain.board import Cell, squares
from engine.explain.explanation import ExplanationContext
from engine.layout.crossword import runs
from engine.layout.spelling import is_listed
from engine.moves import faces
from engine.ruling import BlankUnseen

BLANK_LOG_PROBABILITY: Final = -0.5
"""Log probability of an unseen blank in a play that has a hole, or that is a word only with the blank.
The weight of a listed word is greater than this cost, so a blank that completes a word is more likely
than not. If the visible letters make words by themselves, no blank is considered."""
OVERLOOKED_LOG_PROBABILITY: Final = -3.0
"""Log probability that a card lies unseen in a hole of a play: one in twenty. The figure is a judgement,
and the player is asked in any case."""
FURTHER_BLANK_LOG_PROBABILITY: Final = -2.0
"""Log probability that a play with an unseen blank has one more: one in seven. Only two of more than a
hundred letters are blank."""

Cells = Mapping[Cell, str]


def is_unseen_blank(card: str, context: ExplanationContext) -> bool:
    """Return True if `card` is a blank block of a game with tiles. A camera cannot see such a block."""
    return context.game.pack.pieces == "tiles" and not card.isupper()


def with_blanks(
    old: Cells, text: Cells, context: ExplanationContext
) -> Iterator[tuple[dict[Cell, str], float]]:
    """Yield the cells of `text` with unseen blanks added, each possibility with its log probability. The
    blanks lie in line with the cards that are new since `old`, and every word is listed with them. Yield
    nothing if every word is already listed without blanks."""
    fresh = sorted(text.keys() - old.keys())
    blocks = context.game.pack.pieces == "tiles"
    left = _blanks_left(old, context) if blocks else min(1, _blanks_left(old, context))
    if not fresh or not left or (_is_one_line(fresh) and _can_be_legal(old, text, fresh, context)):
        return
    for blanks in dict.fromkeys(_places(fresh, text, left, _ends(old, text, blocks=blocks))):
        filled = {**text, **dict.fromkeys(blanks, MASTER)}
        placed = not old or _are_on_board(
            blanks, context
        )  # `with_first_word_placed` puts a first word on its squares later
        if placed and _can_be_legal(old, filled, [*fresh, *blanks], context):
            yield (
                filled,
                (BLANK_LOG_PROBABILITY if blocks else OVERLOOKED_LOG_PROBABILITY)
                + FURTHER_BLANK_LOG_PROBABILITY * (len(blanks) - 1),
            )


def blank_doubts(old: Cells, text: Cells, context: ExplanationContext) -> Iterator[BlankUnseen]:
    """Yield one doubt that names the cells of all blanks that are in `text` and not in `old`. Yield nothing
    if there are no such blanks."""
    fresh = sorted(text.keys() - old.keys())
    if blanks := tuple((row, column) for column, row in fresh if is_unseen_blank(text[column, row], context)):
        yield BlankUnseen(blanks)


def _blanks_left(old: Cells, context: ExplanationContext) -> int:
    """Return how many blanks are not on the table yet."""
    lying = sum(not card.isupper() for card in old.values())
    return context.game.pack.counts.get(MASTER, 0) * context.packs - lying


def _is_one_line(fresh: list[Cell]) -> bool:
    """Return True if the cells of `fresh` lie in one row or one column, as the cards of a play must."""
    return len(_line_directions(fresh)) > 0


def _line_directions(fresh: list[Cell]) -> list[Cell]:
    """Return the direction of the line of `fresh` as steps in columns and rows: (1, 0) for a row, (0, 1)
    for a column, both for a single cell, none for other cells."""
    one_row, one_column = len({row for _, row in fresh}) == 1, len({column for column, _ in fresh}) == 1
    return [(1, 0)] * one_row + [(0, 1)] * one_column


_BLANKS_AT_ENDS: Final = ((0, 0), (0, 1), (1, 0), (0, 2), (2, 0), (1, 1))
"""The numbers of blanks that are tried before and after a play, as pairs (before, after). A pack has at most
two blanks."""


def _ends(old: Cells, text: Cells, *, blocks: bool) -> Sequence[tuple[int, int]]:
    """Return the pairs (before, after) of numbers of unseen cards to try at the two ends of a play. `blocks`
    is True in a game with tiles. In a game with cards the ends are tried only if the play joins no earlier
    card: the gap to the earlier cards then shows that a card was missed."""
    apart = bool(old) and not any(old.keys() & set(run) and set(run) - old.keys() for run in runs(text))
    return _BLANKS_AT_ENDS if blocks else _BLANKS_AT_ENDS[: 3 if apart else 1]


def _places(
    fresh: list[Cell], text: Cells, left: int, at_ends: Sequence[tuple[int, int]]
) -> Iterator[tuple[Cell, ...]]:
    """Yield the sets of empty cells in which unseen blanks may lie. `fresh` are the cells of the new cards,
    and `left` is the number of blanks not on the table yet.

    Each set has all holes between the new cards. For each pair (before, after) of `at_ends`, it also has so
    many cells before and after them. Sets of more than `left` cells are left out.
    """
    for ahead in _line_directions(fresh):
        first, last, back = fresh[0], fresh[-1], (-ahead[0], -ahead[1])
        holes = [cell for cell in _between(first, last, ahead) if cell not in text]
        before, after = _free(first, back, text), _free(last, ahead, text)
        for ends in at_ends:
            blanks = (*before[: ends[0]], *holes, *after[: ends[1]])
            if 0 < len(blanks) <= left:
                yield blanks


def _between(first: Cell, last: Cell, ahead: Cell) -> Iterator[Cell]:
    cell = first
    while cell != last:
        yield cell
        cell = (cell[0] + ahead[0], cell[1] + ahead[1])


def _free(start: Cell, ahead: Cell, text: Cells) -> list[Cell]:
    """Return the first two empty cells from `start` on, in steps of `ahead` (columns, rows). `text` has the
    occupied cells."""
    free_cells: list[Cell] = []
    cell = start
    while len(free_cells) < 2:
        cell = (cell[0] + ahead[0], cell[1] + ahead[1])
        if cell not in text:
            free_cells.append(cell)
    return free_cells


def _can_be_legal(old: Cells, text: Cells, fresh: list[Cell], context: ExplanationContext) -> bool:
    """Return True if the new cards, at the cells `fresh`, can be a legal play: they lie in a single word and
    join earlier cards, and all words through them are listed."""
    laid = set(fresh)
    new_runs = [run for run in runs(text) if laid & set(run)]
    in_one_word = len(laid) == 1 or any(laid <= set(run) for run in new_runs)
    joined = not old or any(old.keys() & set(run) for run in new_runs)
    spelt = (faces("".join(text[cell] for cell in run)) for run in new_runs)
    return bool(new_runs) and in_one_word and joined and all(is_listed(word, context.words) for word in spelt)


def _are_on_board(cells: tuple[Cell, ...], context: ExplanationContext) -> bool:
    every = set(squares(context.game.board))
    return not every or every.issuperset(cells)
