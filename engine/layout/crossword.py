"""Read a crossword: turn its cards by cell into a grid of letters, with the words across and down (XW-3).
All cards stand the same way up (ALL-6)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, log, radians

from engine.cards import MASTER
from engine.evidence import LISTED_CROSSING_LOG_FACTOR, LISTED_LOG_FACTOR, MIN_SURE_LETTER_PROBABILITY
from engine.layout.arrangement import Letters, SeenGrid, SeenWord
from engine.layout.geometry import middle
from engine.layout.lattice import Cell, Lattice, in_turned_frame
from engine.layout.reading_direction import are_printed_alike
from engine.layout.rotated_letters import direction_weights
from engine.layout.spelling import (
    MIN_LIKELIHOOD,
    is_listed,
    letter_likelihoods,
    letters_at_turns,
    likelihood,
    probability_of_first,
    settled_letter_likelihoods,
    with_masters_named,
)
from engine.observation import Point, Sighting
from engine.words import WordList

EMPTY = "."
"""The character of a cell without a card, as in the notation of positions."""
MAX_UPRIGHT_LOG_ODDS = 0.02
"""Greatest log odds that a direction of the crossword gets for being nearly upright in the picture. Any
letter that shows a direction outweighs these odds. They only keep rounding errors from deciding a tie."""
UPRIGHT_TURN_DEGREES = 10.0
"""The direction, in degrees from the picture's upright, that a crossword most probably reads in if its
letters leave this open; it gets `MAX_UPRIGHT_LOG_ODDS`. With 0, the two directions of a crossword that
lies exactly across the picture would still tie."""


def runs(cells: Mapping[Cell, object]) -> Iterator[tuple[Cell, ...]]:
    """Yield every run of two or more adjoining cells in reading order: first the runs across, row by row,
    then those down, column by column."""
    for across in (True, False):
        ahead = (1, 0) if across else (0, 1)
        for cell in sorted(cells, key=lambda c: (c[1], c[0]) if across else c):
            if (cell[0] - ahead[0], cell[1] - ahead[1]) in cells:
                continue
            run = [cell]
            while (nxt := (run[-1][0] + ahead[0], run[-1][1] + ahead[1])) in cells:
                run.append(nxt)
            if len(run) > 1:
                yield tuple(run)


def turned_upright(
    lattice: Lattice, sightings: Sequence[Sighting], words: WordList | None
) -> tuple[Lattice, float]:
    """Return the crossword turned so that its letters are upright, and the probability of this direction by
    the letters alone, without the word list."""
    square = any(p.is_square for p in lattice.cells.values())
    ways = [in_turned_frame(lattice, q) for q in ((0, 1, 2, 3) if square else (0, 2))]
    # Cards printed alike err in the same direction, so together they count as one card.
    both = are_printed_alike(sightings[p.index] for p in lattice.cells.values())
    ease = len(lattice.cells) if both else 1
    count = direction_weights([sightings[p.index] for p in lattice.cells.values()])
    sight = [likelihood(_weights(w, sightings).values(), count) / ease for w in ways]
    score = [
        s + _listed(w, sightings, words) + MAX_UPRIGHT_LOG_ODDS * cos(radians(w.angle - UPRIGHT_TURN_DEGREES))
        for s, w in zip(sight, ways, strict=True)
    ]
    best = max(range(len(ways)), key=lambda i: score[i])
    return ways[best], min(probability_of_first(sight[best], s) for i, s in enumerate(sight) if i != best)


def _weights(lattice: Lattice, sightings: Sequence[Sighting]) -> dict[Cell, Letters]:
    return {
        c: letter_likelihoods(sightings[p.index], lattice.sides[p.index]) for c, p in lattice.cells.items()
    }


def _listed(lattice: Lattice, sightings: Sequence[Sighting], words: WordList | None) -> float:
    """Return the log weight that the word list gives to reading a crossword in one direction. `lattice` are
    its pieces by cell, as seen in this direction. The weight is that of one listed word, times the share of
    listed words among the words across and down."""
    if words is None:
        return 0.0
    best = {c: (w[0][0] if w else MASTER) for c, w in _weights(lattice, sightings).items()}
    texts = ["".join(best[c] for c in run) for run in runs(best)]
    return LISTED_LOG_FACTOR * sum(is_listed(t, words) for t in texts) / max(len(texts), 1)


@dataclass(frozen=True, slots=True)
class Crossword:
    """A grid with its words across and down, each in reading order."""

    grid: SeenGrid
    across: tuple[SeenWord, ...]
    down: tuple[SeenWord, ...]


def crossword_of(lattice: Lattice, sightings: Sequence[Sighting], words: WordList | None) -> Crossword:
    """Return the crossword with the pieces and cells of `lattice`, read in the direction of its letters."""
    upward, direction_probability = turned_upright(lattice, sightings, words)
    likely = {
        c: settled_letter_likelihoods(sightings[p.index], upward.sides[p.index])
        for c, p in upward.cells.items()
    }
    text = named_grid(_settled(likely, words), words)
    words_by_run = {
        run: _word(upward, run, text, direction_probability, sightings) for run in runs(upward.cells)
    }
    return Crossword(
        _grid(upward, text, sightings, direction_probability),
        tuple(word for run, word in words_by_run.items() if not _runs_down(run)),
        tuple(word for run, word in words_by_run.items() if _runs_down(run)),
    )


def _runs_down(run: tuple[Cell, ...]) -> bool:
    return run[0][0] == run[1][0]


def _settled(likely: Mapping[Cell, Letters], words: WordList | None) -> dict[Cell, str]:
    """Return the letter of each cell of a crossword: the likeliest letter by sight. If this letter is not
    sure, the likeliest few letters of the cell are compared, by sight and by the words across and down that
    each would make."""
    text = {cell: (letters[0][0] if letters else MASTER) for cell, letters in likely.items()}
    if words is None:
        return text
    lines = list(runs(text))
    for cell, letters in likely.items():
        if letters and letters[0][1] < MIN_SURE_LETTER_PROBABILITY * sum(p for _, p in letters):
            crossing = [run for run in lines if cell in run]
            text[cell] = max(letters[:5], key=lambda o: _merit(o, cell, crossing, text, words))[0]
    return text


def _merit(
    option: tuple[str, float],
    cell: Cell,
    crossing: Sequence[tuple[Cell, ...]],
    text: Mapping[Cell, str],
    words: WordList,
) -> float:
    spelt = ["".join(option[0] if c == cell else text[c] for c in run) for run in crossing]
    return log(option[1] + MIN_LIKELIHOOD) + LISTED_CROSSING_LOG_FACTOR * sum(
        is_listed(s, words) for s in spelt
    )


def named_grid(text: Mapping[Cell, str], words: WordList | None) -> dict[Cell, str]:
    """Return the letter of each cell. A Master is named, in lower case, if a word across or down allows only
    one letter (XW-7)."""
    named = dict(text)
    for run in runs(text):
        for cell, letter in zip(
            run, with_masters_named("".join(named[c] for c in run).upper(), words), strict=True
        ):
            if named[cell] == MASTER:
                named[cell] = letter
    return named


def _grid(
    lattice: Lattice, text: Mapping[Cell, str], sightings: Sequence[Sighting], direction_probability: float
) -> SeenGrid:
    left, top = min(c for c, _ in text), min(r for _, r in text)
    right, bottom = max(c for c, _ in text), max(r for _, r in text)
    columns, lines = range(left, right + 1), range(top, bottom + 1)
    cells = lattice.cells
    return SeenGrid(
        rows=tuple("".join(text.get((c, r), EMPTY) for c in columns) for r in lines),
        cells=tuple(tuple(cells[(c, r)].index if (c, r) in cells else None for c in columns) for r in lines),
        letters={
            p.index: letters_at_turns(sightings[p.index], lattice.sides[p.index]) for p in cells.values()
        },
        angle=lattice.angle,
        origin=_place(lattice, (left, top)),
        direction_probability=direction_probability,
    )


def _place(lattice: Lattice, cell: Cell) -> Point:
    (col, row), (x, y) = cell, lattice.origin
    return (
        x + col * lattice.right[0] + row * lattice.down[0],
        y + col * lattice.right[1] + row * lattice.down[1],
    )


def _word(
    lattice: Lattice,
    run: tuple[Cell, ...],
    text: Mapping[Cell, str],
    direction_probability: float,
    sightings: Sequence[Sighting],
) -> SeenWord:
    pieces = [lattice.cells[c] for c in run]
    half = in_turned_frame(lattice, 2)
    return SeenWord(
        text="".join(text[c] for c in run),
        cards=tuple(p.index for p in pieces),
        letters=tuple(letters_at_turns(sightings[p.index], lattice.sides[p.index]) for p in pieces),
        centre=middle(p.centre for p in pieces),
        angle=(lattice.angle + 90 * _runs_down(run)) % 360,
        direction_probability=direction_probability,
        backward=tuple(letters_at_turns(sightings[p.index], half.sides[p.index]) for p in reversed(pieces)),
    )
