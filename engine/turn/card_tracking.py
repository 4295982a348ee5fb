"""Find the sighting of each settled card, and find a settled card in another position."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from engine.cards import MASTER
from engine.explain import ExplanationContext, SettledPosition, seen_in
from engine.explain.identity import UNSIGHTED_CARD, LineReading, match_lines, seen_lines
from engine.layout import Arrangement, Letters, SeenGrid
from engine.layout.geometry import smallest_angle
from engine.match.rebase import best_offset, card_indices
from engine.moves import EMPTY, face
from engine.observation import Observation
from engine.position import Grid, Piles, Position, RacePosition, Rows, with_exposed

Spot = tuple[int, int]
"""The place of a settled card: the number of its word and of the card in the word, or its row and column in
the crossword, all from 0; or EXPOSED."""

EXPOSED: Final[Spot] = (-1, 0)
"""The spot that stands for the exposed card, which lies in no word."""


def letter_at(position: Position, spot: Spot) -> str:
    """Return the card at `spot` in notation. Return an empty text if `spot` is EXPOSED and there is no
    exposed card."""
    if spot == EXPOSED:
        return position.exposed or ""
    return position.lines[spot[0]][spot[1]]


def with_letter(position: Position, spot: Spot, letter: str) -> Position:
    """Return `position` with the card at a spot replaced by `letter`."""
    if spot == EXPOSED:
        return with_exposed(position, letter)
    lines = list(position.lines)
    r, c = spot
    lines[r] = lines[r][:c] + letter + lines[r][c + 1 :]
    match position:
        case Rows():
            return replace(position, words=tuple(lines))
        case Grid():
            return replace(position, rows=tuple(lines))
        case Piles():
            return replace(position, piles=tuple(lines))
        case RacePosition():
            rest = iter(lines)
            return replace(position, laid=tuple(tuple(islice(rest, len(rows))) for rows in position.laid))


def with_masters_unnamed(position: Position) -> Position:
    """Return `position` as a camera sees it, with every Master unnamed."""
    for row, line in enumerate(position.lines):
        for column, card in enumerate(line):
            if card.islower():
                position = with_letter(position, (row, column), MASTER)
    return position


def spot_after(old: Position, new: Position, spot: Spot) -> Spot | None:
    """Return the spot in `new` of the card at `spot` of `old`; None if the card is no longer there."""
    if spot == EXPOSED:
        return EXPOSED if old.exposed and old.exposed == new.exposed else None
    r, c = spot
    if isinstance(old, Grid) and isinstance(new, Grid) and old.rows and new.rows:
        down, right = best_offset(old.rows, new.rows)
        at = (r + down, c + right)
        fits = 0 <= at[0] < len(new.rows) and 0 <= at[1] < len(new.rows[0])
        return at if fits and new.rows[at[0]][at[1]] == old.rows[r][c] else None
    if not (isinstance(old, Rows) and isinstance(new, Rows)) or r >= min(len(old.words), len(new.words)):
        return None
    where = card_indices(old.words[r], new.words[r])
    at = (r, where[c]) if c < len(where) else (r, -1)
    return at if at[1] >= 0 and new.words[r][at[1]] == old.words[r][c] else None


def spot_before(old: Position, new: Position, spot: Spot) -> Spot | None:
    """Return the spot in `old` of the card at `spot` of `new`; None if the card was not there."""
    if spot == EXPOSED:
        return spot_after(old, new, spot)
    for r, line in enumerate(old.lines):
        for c in range(len(line)):
            if line[c] != EMPTY and spot_after(old, new, (r, c)) == spot:
                return (r, c)
    return None


def spot_of(
    settled: SettledPosition, observation: Observation, context: ExplanationContext, card: int
) -> Spot | None:
    """Return the spot of the settled card that sighting `card` shows; None if `card` shows no settled
    card."""
    return next(
        (spot for spot, i in sightings_by_spot(settled, observation, context).items() if i == card), None
    )


def sightings_by_spot(
    settled: SettledPosition, observation: Observation, context: ExplanationContext
) -> Mapping[Spot, int]:
    """Return, by the spot of each settled card, the index of the sighting that shows the card. Settled cards
    that the picture does not show are left out."""
    position = settled.position
    if not isinstance(position, Rows | Grid):
        return {}
    seen = seen_in(observation, context)
    shown = {} if seen.exposed is None or not position.exposed else {EXPOSED: seen.exposed}
    if isinstance(position, Rows):
        return {**_sightings_of_rows(position, settled, seen, observation), **shown}
    return {**(_sightings_of_grid(position, seen.grid) if seen.grid is not None else {}), **shown}


def _sightings_of_rows(
    position: Rows, settled: SettledPosition, seen: Arrangement, observation: Observation
) -> dict[Spot, int]:
    pairs = match_lines(settled, position.words, seen_lines(seen, observation))
    card_of_spot: dict[Spot, int] = {}
    for i, (word, line) in enumerate(zip(position.words, pairs.matched, strict=True)):
        if line is not None and len(line.cards) == len(word):
            cards = line.cards if _reads_forward(word, line, settled, i) else line.cards[::-1]
            card_of_spot |= {(i, j): card for j, card in enumerate(cards) if card != UNSIGHTED_CARD}
    return card_of_spot


def _reads_forward(word: str, line: LineReading, settled: SettledPosition, index: int) -> bool:
    """Return True if the cards of the line lie in the order of the word's letters, and not in the reverse
    order."""
    ahead, back = (_agreeing_cards(word, letters) for letters in (line.forward, line.backward))
    place = settled.place(index)
    if ahead != back or place is None:
        return ahead >= back
    return smallest_angle(place.angle, line.angle) <= 90


def _agreeing_cards(word: str, cards: Sequence[Letters]) -> int:
    return sum(bool(letters) and letters[0][0] == face(c) for c, letters in zip(word, cards, strict=True))


def _sightings_of_grid(position: Grid, seen: SeenGrid) -> dict[Spot, int]:
    """Return the sighting of each card of a grid. The seen grid may be smaller or larger than the settled
    grid, and may be turned round by 180 degrees."""
    ways = [seen.cells, tuple(row[::-1] for row in seen.cells[::-1])]
    best: dict[Spot, int] = {}
    agreed = 0
    for cells in ways:
        for card_of_spot in _placements(position, cells):
            same = sum(
                _best_letter(seen, i) == face(letter_at(position, spot)) for spot, i in card_of_spot.items()
            )
            if same > agreed:
                best, agreed = card_of_spot, same
    cards = sum(card != EMPTY for row in position.rows for card in row)
    return best if 2 * agreed > cards else {}


def _best_letter(seen: SeenGrid, card: int) -> str:
    letters = seen.letters.get(card, ())
    return letters[0][0] if letters else ""


def _placements(position: Grid, cells: Sequence[Sequence[int | None]]) -> Iterable[dict[Spot, int]]:
    """Yield the possible placements of a settled crossword on the cards seen. There is one placement for each
    offset between the two grids at which a card is seen in every cell of the settled crossword. A placement
    maps each spot of the settled crossword to the index of a sighting."""
    taken = [(r, c) for r, row in enumerate(position.rows) for c, card in enumerate(row) if card != EMPTY]
    if not taken or not cells:
        return
    top, left = min(r for r, _ in taken), min(c for _, c in taken)
    high, wide = max(r for r, _ in taken) - top + 1, max(c for _, c in taken) - left + 1
    for down in range(len(cells) - high + 1):
        for right in range(len(cells[0]) - wide + 1):
            pairs = {(r, c): cells[r - top + down][c - left + right] for r, c in taken}
            card_of_spot = {spot: card for spot, card in pairs.items() if card is not None}
            if len(card_of_spot) == len(taken):
                yield card_of_spot
