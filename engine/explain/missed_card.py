"""Consider each play as if it had one more card that the camera missed.

The last card of a word may lie under a sleeve, or a card between two others may not have been read. The
picture does not show this. If one more card in such a place would make a play legal, the table does not
accuse the player.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Final

from engine.adjudication import adjudicate
from engine.cards import LETTERS, MASTER
from engine.explain.board import squares, with_first_word_placed
from engine.explain.explanation import Explanation, ExplanationContext, WordPlace
from engine.explain.grid import Cells, cells_of, grid_of_cells
from engine.explain.identity import LineReading, unseen_between
from engine.layout.crossword import runs
from engine.layout.geometry import dot, minus, pointing, smallest_angle
from engine.layout.lattice import Cell
from engine.moves import faces
from engine.position import Grid, Position, RacePosition, Rows
from engine.ruling import Illegal, OverlookedCard

_NEIGHBOUR_STEPS: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The steps in columns and rows from a cell of a crossword to its four neighbours."""


def missed_card_doubts(
    explanation: Explanation, context: ExplanationContext, *, first_turn: bool = False
) -> Iterator[OverlookedCard]:
    """Yield a doubt for each place where an unseen card would make an illegal play legal. The play of
    `explanation` is illegal as it was seen."""
    game, words, packs = context.game, context.words, context.packs
    for before, doubt in _with_missed_card(explanation, context):
        ruling = adjudicate(game, words, before, doubt.after, first_turn=first_turn, packs=packs)
        if not isinstance(ruling, Illegal):
            yield doubt


def _with_missed_card(
    explanation: Explanation, context: ExplanationContext
) -> Iterator[tuple[Position, OverlookedCard]]:
    """Yield a pair for each card that the camera may have missed in the play of `explanation`: the position
    before the play, and a doubt. The doubt holds the position after the play with this card. If both
    positions are grids, they have the same size."""
    match explanation.before, explanation.after:
        case Rows() as before, Rows() as after:
            changed = [i for i, now in enumerate(after.words) if now and now != _word(before, i)]
            for way in (
                _between(before, after, explanation.places, changed),
                _at_the_ends(before, after, changed),
            ):
                yield from ((before, doubt) for doubt in way)
            yield from ((before, doubt) for doubt in _confused_words(before, after, changed))
        case Grid() as before, Grid() as after:
            yield from _in_a_grid(before, after, context)
        case RacePosition() as before, RacePosition() as after:
            yield from ((before, doubt) for doubt in _in_front_of_player(after))
        case _:
            return


def _word(rows: Rows, index: int) -> str:
    return rows.words[index] if index < len(rows.words) else ""


def _at_the_ends(before: Rows, after: Rows, changed: Sequence[int]) -> Iterator[OverlookedCard]:
    """Yield a doubt for each card that may have been missed before or after a changed word. `changed` are
    the indices of the changed words."""
    for i in changed:
        now = after.words[i]
        for card in _cards_to_try(_word(before, i)):
            for place, text in ((0, card + now), (len(now), now + card)):
                words = (*after.words[:i], text, *after.words[i + 1 :])
                yield OverlookedCard(text, place, replace(after, words=words), (i, place))


def _cards_to_try(was: str) -> Iterable[str]:
    """Return the cards that may lie unseen in a changed word: an unnamed Master, which stands for any card,
    and the cards of the old word `was`. If the old word has a Master, every letter is tried too. Otherwise an
    unnamed Master in the new word would be taken for that old Master."""
    return dict.fromkeys((MASTER, *faces(was), *(LETTERS if MASTER in faces(was) else "")))


def _confused_words(before: Rows, after: Rows, changed: Sequence[int]) -> Iterator[OverlookedCard]:
    """Yield a doubt for each settled word that may have been confused with a new word. Suppose CATS lies on
    the table, DOG is laid, and the camera misses the S. Then the picture shows CAT and DOG. CAT may be
    taken for the new word, and DOG for the word that CATS was changed into."""
    for i, j in permutations(changed, 2):
        was = _word(before, i)
        place = _missing_index(faces(was), faces(after.words[j]))
        if place is not None:
            words = list(after.words)
            words[i], words[j] = was, faces(words[i])
            yield OverlookedCard(was, place, replace(after, words=tuple(words)), (i, place))


def _missing_index(word: str, text: str) -> int | None:
    """Return the index of the card of `word` that `text` lacks. Return None if `text` is not `word` without
    one card."""
    places = range(len(word))
    return next((place for place in places if word[:place] + word[place + 1 :] == text), None)


def _between(
    before: Rows, after: Rows, places: Sequence[WordPlace | None], changed: Sequence[int]
) -> Iterator[OverlookedCard]:
    """Yield a doubt for each card that may have been missed between two words of one row, where there is
    room for a card."""
    rows = list(zip(after.words, places, strict=False))
    for i, j in permutations(range(len(rows)), 2):
        (word, one), (other, two) = rows[i], rows[j]
        if not one or not two or not word or not other or not {i, j} & set(changed):
            continue
        if not _follows(_line(word, one), _line(other, two)):
            continue
        first, second = min(i, j), max(i, j)
        rest = other if smallest_angle(one.angle, two.angle) < 90 else other[::-1]
        for card in _cards_to_try(_word(before, first)):
            text = word + card + rest
            words = (*after.words[:first], text, *after.words[first + 1 : second], *after.words[second + 1 :])
            yield OverlookedCard(text, len(word), replace(after, words=words), (first, len(word)))


def _line(text: str, place: WordPlace) -> LineReading:
    """Return a line reading with the place and length of the word `text`, but without letters. It serves to
    measure distances between words."""
    return LineReading(
        place.centre, place.angle, 1.0, (), (), place.length / len(text), (0,) * len(text), place.length
    )


def _follows(one: LineReading, other: LineReading) -> bool:
    """Return True if `other` follows `one` in the reading direction of `one`, with room for one card between
    them."""
    return dot(minus(other.centre, one.centre), pointing(one.angle)) > 0 and unseen_between(one, other) > 0


def _in_a_grid(
    before: Grid, after: Grid, context: ExplanationContext
) -> Iterator[tuple[Grid, OverlookedCard]]:
    """Yield a pair for each empty cell where a card of a crossword play may have been missed: the grid before
    the play, and the doubt with the grid after. The cells are those at the ends of the lines through the
    cards played. Both grids have the same size."""
    old, now = cells_of(before), cells_of(after)
    board = set(squares(context.game.board))
    for cell in _places(now.keys() - old.keys(), now):
        more = {**now, cell: MASTER}
        text = with_first_word_placed(context.game, before, more)  # puts a first word where it must begin
        right, down = (min(text)[axis] - min(more)[axis] for axis in (0, 1))
        at = (cell[0] + right, cell[1] + down)
        if board and not board.issuperset(text):
            continue
        frame = {*text, *old, *board}
        left, top = min(c for c, _ in frame), min(r for _, r in frame)
        grid = grid_of_cells(text, frame, after.exposed)
        yield grid_of_cells(old, frame, before.exposed), _doubt(text, at, grid, (at[1] - top, at[0] - left))


def _in_front_of_player(after: RacePosition) -> Iterator[OverlookedCard]:
    """Yield a doubt for each card that may have been missed beside the cards of the player on turn."""
    seat = after.player
    now = cells_of(Grid(after.laid[seat]))
    above = sum(map(len, after.laid[:seat]))
    for cell in _places(now, now):
        text = {**now, cell: MASTER}
        left, top = min(c for c, _ in text), min(r for _, r in text)
        rows = grid_of_cells(text, text, None).rows
        position = replace(after, laid=(*after.laid[:seat], rows, *after.laid[seat + 1 :]))
        yield _doubt(text, cell, position, (above + cell[1] - top, cell[0] - left))


def _places(fresh: Collection[Cell], now: Cells) -> list[Cell]:
    """Return the empty cells where a missed card may have joined a play, each cell once: from every newly
    laid cell in `fresh`, the first empty cell in each of the four directions. `now` are the occupied
    cells."""
    cells = dict[Cell, None]()
    for column, row in sorted(fresh):
        for right, down in _NEIGHBOUR_STEPS:
            cell = (column, row)
            while cell in now:
                cell = (cell[0] + right, cell[1] + down)
            cells[cell] = None
    return list(cells)


def _doubt(text: Cells, at: Cell, after: Position, spot: tuple[int, int]) -> OverlookedCard:
    """Return the doubt that a card was missed at the cell `at`. `text` are the cards with this card, and the
    doubt names the longest word through it. `after` is the position with the card, in which `spot` is the
    card's spot."""
    run = max((run for run in runs(text) if at in run), key=len, default=(at,))
    return OverlookedCard("".join(text[cell] for cell in run), run.index(at), after, spot)
