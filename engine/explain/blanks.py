"""Find Masters that the camera cannot see: blank blocks with nothing printed on them (KW-4), and sometimes
a card whose picture is not recognized.

A play may hold such a Master if it has a hole, or, on a board, if it is a word only with one more letter. It
is never taken for granted: the player is asked.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.cards import MASTER
from engine.explain.board import Cell, squares
from engine.explain.settled import ExplanationContext
from engine.layout.crossword import runs
from engine.layout.spelling import is_listed
from engine.moves import faces
from engine.ruling import BlankUnseen

BLANK_LOG_PROBABILITY: Final = -0.5
"""Log probability of a blank in a play that is a word only with a blank. The alternatives are a hole, or a
string that is no word. A blank is more likely than not, because being listed weighs more than this. If the
visible letters make words by themselves, no blank is considered."""
OVERLOOKED_LOG_PROBABILITY: Final = -3.0
"""Log probability that a card lies unseen in a hole of a play, although the camera saw all others: one in
twenty. This is a judgement, and the table asks the player anyway."""
FURTHER_BLANK_LOG_PROBABILITY: Final = -2.0
"""Log probability of each further blank in the same play: only two of more than a hundred letters are
blank."""

Cells = Mapping[Cell, str]


def unseen(card: str, context: ExplanationContext) -> bool:
    """Tell whether the card is a blank block, which no camera sees."""
    return context.game.pack.pieces == "tiles" and not card.isupper()


def with_blanks(
    old: Cells, text: Cells, context: ExplanationContext
) -> Iterator[tuple[dict[Cell, str], float]]:
    """Yield the texts that `text` may be with blanks among the cards that are new since `old`, with their
    log likelihood. With the blanks every run is listed, and without them some run is not."""
    fresh = sorted(text.keys() - old.keys())
    blocks = context.game.pack.pieces == "tiles"
    left = _left(old, context) if blocks else min(1, _left(old, context))
    if not fresh or not left or (_is_one_line(fresh) and _listed(old, text, fresh, context)):
        return
    for blanks in dict.fromkeys(_places(fresh, text, left, _ends(old, text, blocks=blocks))):
        filled = {**text, **dict.fromkeys(blanks, MASTER)}
        placed = not old or _on_board(blanks, context)  # `started` puts a first word on its squares later
        if placed and _listed(old, filled, [*fresh, *blanks], context):
            yield (
                filled,
                (BLANK_LOG_PROBABILITY if blocks else OVERLOOKED_LOG_PROBABILITY)
                + FURTHER_BLANK_LOG_PROBABILITY * (len(blanks) - 1),
            )


def unseen_in(old: Cells, text: Cells, context: ExplanationContext) -> Iterator[BlankUnseen]:
    """Yield the doubt about the blanks that are in `text` and not in `old`, if there are any."""
    fresh = sorted(text.keys() - old.keys())
    if blanks := tuple((row, column) for column, row in fresh if unseen(text[column, row], context)):
        yield BlankUnseen(blanks)


def _left(old: Cells, context: ExplanationContext) -> int:
    """Return how many blanks are not on the table yet."""
    lying = sum(not card.isupper() for card in old.values())
    return context.game.pack.counts.get(MASTER, 0) * context.packs - lying


def _is_one_line(fresh: list[Cell]) -> bool:
    """Tell whether the cards are a single card, or all in one line. Other cards are not a play."""
    return len(_line_directions(fresh)) > 0


def _line_directions(fresh: list[Cell]) -> list[Cell]:
    """Return the directions in which the cards are in line."""
    one_row, one_column = len({row for _, row in fresh}) == 1, len({column for column, _ in fresh}) == 1
    return [(1, 0)] * one_row + [(0, 1)] * one_column


_ENDS: Final = ((0, 0), (0, 1), (1, 0), (0, 2), (2, 0), (1, 1))
"""The numbers of blanks before and after a play that are considered. They are at most two in all, since no
pack has more."""


def _ends(old: Cells, text: Cells, *, blocks: bool) -> Sequence[tuple[int, int]]:
    """Return the numbers of blanks to try before and after a play. A single missed card is tried at its
    ends only where the play would otherwise join no earlier card, since people leave holes less often than
    a camera misses a card."""
    apart = bool(old) and not any(old.keys() & set(run) and set(run) - old.keys() for run in runs(text))
    return _ENDS if blocks else _ENDS[: 3 if apart else 1]


def _places(
    fresh: list[Cell], text: Cells, left: int, at_ends: Sequence[tuple[int, int]]
) -> Iterator[tuple[Cell, ...]]:
    """Yield the empty cells that blanks may fill: all holes of the line, and the given numbers of cells at
    its ends."""
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
    """Return the first two empty cells in one direction from `start`, beyond the cards that lie between."""
    found: list[Cell] = []
    cell = start
    while len(found) < 2:
        cell = (cell[0] + ahead[0], cell[1] + ahead[1])
        if cell not in text:
            found.append(cell)
    return found


def _listed(old: Cells, text: Cells, fresh: list[Cell], context: ExplanationContext) -> bool:
    """Tell whether the new cells are part of a single run without a hole that joins earlier cells, and
    whether all runs through them are listed words."""
    laid = set(fresh)
    made = [run for run in runs(text) if laid & set(run)]
    one = len(laid) == 1 or any(laid <= set(run) for run in made)
    joined = not old or any(old.keys() & set(run) for run in made)
    spelt = (faces("".join(text[cell] for cell in run)) for run in made)
    return bool(made) and one and joined and all(is_listed(word, context.words) for word in spelt)


def _on_board(cells: tuple[Cell, ...], context: ExplanationContext) -> bool:
    every = set(squares(context.game.board))
    return not every or every.issuperset(cells)
