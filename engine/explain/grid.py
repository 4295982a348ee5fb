"""Explain a crossword on the table as a change of the settled crossword. The settled crossword is recognized
by its letters, at any place and in any direction."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import exp, log
from typing import Final

from engine.evidence import LISTED_CROSSING_LOG_FACTOR, MIN_SURE_LETTER_PROBABILITY, SURPLUS_CARD_LOG_COST
from engine.explain.blanks import blank_doubts, is_unseen_blank, with_blanks
from engine.explain.board import cells_beyond_board, squares, with_first_word_placed
from engine.explain.explanation import Explanation, ExplanationContext, WordPlace
from engine.explain.exposed_card import exposed_options
from engine.explain.inventory import excess, face_limits
from engine.explain.letters import MIN_SETTLED_CARD_PROBABILITY, probability
from engine.i18n import Sentence
from engine.layout.arrangement import Arrangement, Letters, MisplacedCard, SeenGrid
from engine.layout.crossword import runs
from engine.layout.geometry import piece_of
from engine.layout.lattice import Cell
from engine.layout.spelling import is_listed
from engine.moves import EMPTY, face, faces
from engine.observation import Observation
from engine.position import Grid
from engine.ruling import Doubt, DoubtfulCard, OtherDoubt

_BEAM_WIDTH: Final = 24
"""The greatest number of drafts (partly read crosswords) that are kept after each cell, and the greatest
number of explanations. It bounds the time. A card with one reading adds no draft. Two doubtful cards with
five letters each make 25."""
_MAX_DRAFTS_WITH_BLANKS: Final = 3
"""The number of likeliest drafts (possible crosswords) that are also tried with unseen blanks in all
their gaps. It bounds the time."""
REPLACED_CARD_LOG_PROBABILITY: Final = -4.0
"""Log probability that a card of the crossword was replaced, which XW-8 forbids: one in fifty. The figure is
a judgement. It costs less than to doubt a clear letter (4.0 against 7.6 in logs). So a card that clearly
reads as another letter counts as replaced."""
OVERLOOKED_LOG_PROBABILITY: Final = -4.0
"""Log probability that one card of the crossword is not seen, and also that one card lies outside the
crossword. A reader misses one card in some hundreds. People lay cards beside the crossword about as
seldom."""
MIN_EXPLANATION_SHARE: Final = 0.002
"""The least share, or probability, of an explanation; less likely explanations are dropped. It is a tenth
of the share that can save a player from an illegal ruling (`ruled_play.MIN_CLEARING_SHARE`)."""
TURNED_LOG_PROBABILITY: Final = -4.0
"""Greatest log probability that a crossword reads in another direction than its letters suggest: one in
fifty. The figure is a judgement. It is smaller than the probability that one of two cards is hidden."""
MIN_UNCHANGED_AGREEMENT: Final = -0.5
"""If the mean log likelihood of the settled cards is above this in the crossword's likeliest direction,
no other direction is tried. A sure card has at least -0.1, and a hidden card -9."""

Cells = dict[Cell, str]
"""The card of each cell by column and row. Masters are written as in a position."""


def explain_grid(
    before: Grid, ways: Sequence[Arrangement], observation: Observation, context: ExplanationContext
) -> list[Explanation]:
    """Return explanations of the cards of a crossword, the likeliest first. Their shares sum to at most 1,
    because very unlikely ones are dropped.

    `ways` are the possible arrangements of the cards. The explanations of all arrangements are ranked
    together.
    """
    old, possible_grids = cells_of(before), list[_PossibleGrid]()
    for arrangement in ways:
        possible_grids += _possible_grids(before, old, arrangement, observation, context)
    return _ranked(before, possible_grids, context)


def _possible_grids(
    before: Grid, old: Cells, arrangement: Arrangement, observation: Observation, context: ExplanationContext
) -> Iterator["_PossibleGrid"]:
    seen, angle = _anchored(old, arrangement.grid, observation)
    place = None if arrangement.grid is None else WordPlace(arrangement.grid.origin, angle)
    missing = frozenset(
        cell for cell, card in old.items() if cell not in seen and not is_unseen_blank(card, context)
    )
    astray = _astray_count(arrangement, context)
    hidden = arrangement.exposed is None and before.exposed is not None
    cost = OVERLOOKED_LOG_PROBABILITY * (len(missing) + astray + hidden)
    doubts = (OtherDoubt(_astray_sentence(astray)),) if astray else ()
    limits = face_limits(context, "".join(map(face, old.values())) + (before.exposed or ""))
    for text, score, doubtful in _drafts(old, seen, context):
        for pile in exposed_options(before.exposed, arrangement, observation):
            over = excess("".join(map(face, text.values())) + (pile.card or ""), limits)
            weight = (
                score
                + cost
                + pile.score
                - SURPLUS_CARD_LOG_COST * sum(each.cards_seen - each.cards_in_packs for each in over)
            )
            yield _PossibleGrid(
                weight, text, pile.card, (*doubtful, *pile.doubts, *over, *doubts), place, missing
            )


def _astray_count(arrangement: Arrangement, context: ExplanationContext) -> int:
    """Return the number of cards that have no place in the crossword. The exposed card does not count. If
    neither the exposed card nor the stock is recognized, one of the cards without a place is taken for the
    exposed card, in a game that has one."""
    count = sum(isinstance(doubt, MisplacedCard) for doubt in arrangement.doubts)
    aside = arrangement.exposed is None and not arrangement.stock and context.game.plays.discards != "none"
    return max(count - aside, 0)


def _astray_sentence(count: int) -> Sentence:
    if count == 1:
        return Sentence("One card lies outside the crossword.")
    return Sentence("{count} cards lie outside the crossword.", (("count", count),))


def cells_of(grid: Grid) -> Cells:
    """Return the cards of a grid by column and row."""
    return {(c, r): card for r, row in enumerate(grid.rows) for c, card in enumerate(row) if card != EMPTY}


def grid_of_cells(text: Mapping[Cell, str], frame: Iterable[Cell], exposed: str | None) -> Grid:
    """Return a grid with the cards of `text` and the exposed card `exposed`. The grid is just large enough
    for all cells in `frame`."""
    area = list(frame)
    if not area:
        return Grid((), exposed)
    columns = range(min(c for c, _ in area), max(c for c, _ in area) + 1)
    lines = range(min(r for _, r in area), max(r for _, r in area) + 1)
    return Grid(tuple("".join(text.get((c, r), EMPTY) for c in columns) for r in lines), exposed)


def _anchored(
    old: Cells, grid: SeenGrid | None, observation: Observation
) -> tuple[dict[Cell, Letters], float]:
    """Return a pair: the possible letters of each cell of the seen crossword, and the direction of its rows.
    Columns and rows are numbered as in the settled crossword. The direction is in degrees clockwise from the
    picture's right."""
    if grid is None:
        return {}, 0.0
    ways: list[tuple[float, int, dict[Cell, Letters]]] = []
    for quarters, likely in _orientations(grid, observation):
        if ways and old and max(way[0] for way in ways) > MIN_UNCHANGED_AGREEMENT * len(old):
            break
        seen = _turned(_letters(grid, observation, quarters), quarters)
        for shift in _shifts(old, seen) if old else [(0, 0)]:
            moved = {(c + shift[0], r + shift[1]): letters for (c, r), letters in seen.items()}
            ways.append((_agreement(old, moved) + likely, quarters, moved))
    _, quarters, moved = max(ways, key=lambda w: (w[0], -w[1]))
    return moved, (grid.angle + 90 * quarters) % 360


def _orientations(grid: SeenGrid, observation: Observation) -> Iterator[tuple[int, float]]:
    """Yield the directions in which a crossword may read, each with its log probability. A direction is a
    number of quarter turns from the reported direction. The other directions are the half turn for cards, and
    all three for square tiles."""
    yield 0, 0.0
    card = next(observation.cards[i] for row in grid.cells for i in row if i is not None)
    if piece_of(0, card).is_square:
        yield from ((quarters, TURNED_LOG_PROBABILITY) for quarters in (1, 2, 3))
    else:
        yield 2, min(TURNED_LOG_PROBABILITY, log(max(1 - grid.direction_probability, 1e-9)))


def _letters(grid: SeenGrid, observation: Observation, quarters: int) -> dict[Cell, Letters]:
    """Return the possible letters of each cell of a seen crossword. If `quarters` is 0, the letters are read
    in the crossword's likeliest direction; otherwise they include those read in any direction."""
    return {
        (c, r): observation.cards[i].letters() if quarters else grid.letters[i]
        for r, row in enumerate(grid.cells)
        for c, i in enumerate(row)
        if i is not None
    }


def _turned(seen: Mapping[Cell, Letters], quarters: int) -> dict[Cell, Letters]:
    cells = dict(seen)
    for _ in range(quarters):
        cells = {(row, -col): letters for (col, row), letters in cells.items()}
    return cells


def _shifts(old: Cells, seen: Mapping[Cell, Letters]) -> list[Cell]:
    """Return up to four shifts, in columns and rows, that move the seen crossword onto the settled one. They
    are those with which most of the likeliest letters match settled cards."""
    votes: Counter[Cell] = Counter({(0, 0): 0})
    old_cells: dict[str, list[Cell]] = {}
    for cell, card in old.items():
        old_cells.setdefault(face(card), []).append(cell)
    for (c, r), letters in seen.items():
        best = letters[0][0] if letters else ""
        votes.update((x - c, y - r) for x, y in old_cells.get(best, ()))
    return [shift for shift, _ in votes.most_common(4)]


def _agreement(old: Cells, seen: Mapping[Cell, Letters]) -> float:
    return sum(
        log(max(probability(seen[cell], face(card)), MIN_SETTLED_CARD_PROBABILITY)) if cell in seen else -9.0
        for cell, card in old.items()
    )


_Draft = tuple[Cells, float, tuple[Doubt, ...]]


@dataclass(frozen=True, slots=True)
class _PossibleGrid:
    """A possible crossword with its exposed card."""

    score: float
    """The log weight of this possible crossword."""
    text: Cells
    """The card of each cell of the crossword."""
    exposed: str | None
    doubts: tuple[Doubt, ...]
    place: WordPlace | None
    """The place and direction of the crossword; None if no crossword is seen."""
    missing: frozenset[Cell] = frozenset()
    """The cells of settled cards that the picture does not show."""


def _drafts(old: Cells, seen: Mapping[Cell, Letters], context: ExplanationContext) -> list[_Draft]:
    drafts: list[_Draft] = [(dict(old), 0.0, ())]
    for cell in sorted(seen):
        options = list(_options(old.get(cell), seen[cell]))
        grown = [
            ({**text, cell: card}, score + weight, (*doubts, *doubtful))
            for text, score, doubts in drafts
            for card, weight, doubtful in options
        ]
        drafts = sorted(grown, key=lambda d: -d[1])[:_BEAM_WIDTH]
    drafts = [*drafts, *_blanked(old, drafts[:_MAX_DRAFTS_WITH_BLANKS], context)]
    return [(text, score + _list_support(old, text, context), doubts) for text, score, doubts in drafts]


def _blanked(old: Cells, drafts: Iterable[_Draft], context: ExplanationContext) -> Iterator[_Draft]:
    """Yield each possible crossword again for every way to add unseen Masters (`with_blanks`). Yield nothing
    for a crossword whose words are all listed without one."""
    for text, score, doubts in drafts:
        for filled, likely in with_blanks(old, text, context):
            yield filled, score + likely, doubts


def _options(old: str | None, letters: Letters) -> Iterator[tuple[str, float, tuple[Doubt, ...]]]:
    """Yield the possible cards of one cell, each with its log weight and doubts: the old card, and up to
    four cards that sight allows."""
    if old is not None:
        yield old, log(max(probability(letters, face(old)), MIN_SETTLED_CARD_PROBABILITY)), ()
    for card, p in islice(letters, 4):
        if p > 0.004 and (old is None or card != face(old)):
            doubtful = (DoubtfulCard(card, card, p),) if p < MIN_SURE_LETTER_PROBABILITY else ()
            yield card, log(p) + (REPLACED_CARD_LOG_PROBABILITY if old is not None else 0.0), doubtful


def _list_support(old: Cells, text: Cells, context: ExplanationContext) -> float:
    fresh = [run for run in runs(text) if any(text[cell] != old.get(cell) for cell in run)]
    return LISTED_CROSSING_LOG_FACTOR * sum(
        is_listed(faces("".join(text[c] for c in run)), context.words) for run in fresh
    )


def _ranked(
    before: Grid, possible_grids: Sequence["_PossibleGrid"], context: ExplanationContext
) -> list[Explanation]:
    best = _distinct(sorted(possible_grids, key=lambda grid: -grid.score))[:_BEAM_WIDTH]
    weights = [exp(grid.score - best[0].score) for grid in best]
    total, old = sum(weights), cells_of(before)
    ranked = []
    for possible_grid, weight in zip(best, weights, strict=True):
        if weight >= MIN_EXPLANATION_SHARE * total:
            ranked.append(_explanation(before, old, possible_grid, weight / total, context))
    return ranked


def _explanation(
    before: Grid, old: Cells, possible_grid: "_PossibleGrid", share: float, context: ExplanationContext
) -> Explanation:
    text = with_first_word_placed(context.game, before, possible_grid.text)
    doubts = (*possible_grid.doubts, *blank_doubts(old, text, context))
    for cell in cells_beyond_board(context.game, text):
        del text[cell]
        doubts = (*doubts, OtherDoubt(Sentence("A letter lies beyond the edge of the board.")))
    frame = {*text, *old, *squares(context.game.board)}
    known = before.exposed if before.exposed is not None else possible_grid.exposed
    was, now = grid_of_cells(old, frame, known), grid_of_cells(text, frame, possible_grid.exposed)
    left, top = (min((cell[axis] for cell in frame), default=0) for axis in (0, 1))
    missing = frozenset((r - top, c - left) for c, r in possible_grid.missing)
    return Explanation(was, now, share, doubts, (possible_grid.place,), unseen=missing)


def _distinct(possible_grids: Iterable["_PossibleGrid"]) -> list["_PossibleGrid"]:
    """Return the possible crosswords without duplicates. Of several with the same cards in the same cells and
    the same exposed card, the first is kept."""
    first: dict[tuple[frozenset[tuple[Cell, str]], str | None], _PossibleGrid] = {}
    for possible_grid in possible_grids:
        first.setdefault((frozenset(possible_grid.text.items()), possible_grid.exposed), possible_grid)
    return list(first.values())
