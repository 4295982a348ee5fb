"""Every legal play of a hand, best first."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from engine.best import board, grid, piles, race, rows
from engine.best.lawful import bare_plurals, lawful
from engine.best.rank import TooManyPlays, at_most, figures_of, standings
from engine.best.ranking import Ranking
from engine.game import Game
from engine.moves import (
    EMPTY,
    Close,
    Discard,
    Move,
    Place,
    Several,
    Shift,
    Spell,
    parts,
    played,
    taken,
)
from engine.notation import square
from engine.position import Fronts, Grid, Piles, Position, Rows
from engine.words import WordList
from engine.words.growth import extensions_of

Kind = Literal["lay", "insert", "exchange", "extend", "spell", "shift", "close"]


@dataclass(frozen=True, slots=True)
class Play:
    """A legal play: `result` is the table after it, `cards` how many leave the hand."""

    move: Move
    kind: Kind
    result: Position
    cards: int


def plays(
    game: Game,
    words: WordList,
    position: Position,
    hand: str,
    *,
    limit: int | None = None,
    seat: int = 0,
    most: int | None = None,
) -> Sequence[Play]:
    """Every legal play of `hand` (faces, `?` a Master) at `position`, at most `limit`, best first; without a
    limit each is made as a value only when it is read. TooManyPlays when more than `most` would have to be
    ranked."""
    if limit is None and isinstance(position, Rows):
        ties = _within(rows.row_plays(game, words, position, hand, most), most)
        return Ranking(ties, lambda line: Play(*rows.built(position, line)))
    if limit is None and isinstance(position, Grid) and game.board is None:
        ties = _within(grid.grid_lines(game, words, position, hand, most), most)
        return Ranking(ties, lambda line: _laid(position, *grid.built(position, line)))
    found = best_first(game, words, position, hand, seat=seat, most=most)
    return list(at_most(islice(found, limit), most))


def _within(found: Iterable[list[list[str]]], most: int | None) -> tuple[list[str], ...]:
    """All lines, those together that rank alike; TooManyPlays when they are more than `most`."""
    ties: list[list[str]] = []
    count = 0
    for some in found:
        count += sum(map(len, some))
        if most is not None and count > most:
            raise TooManyPlays
        ties += some
    return tuple(ties)


def best_first(
    game: Game,
    words: WordList,
    position: Position,
    hand: str,
    *,
    seat: int = 0,
    most: int | None = None,
) -> Iterator[Play]:
    """As `plays`, one by one; those not asked for are mostly never looked for.

    Whatever leaves the fewest cards in the hand comes first, so going out does; then what leaves the fewest
    points; then what keeps Masters; then what the others can do least with: in Lexicon the fewest listed
    words that are the new one and a letter more, in a crossword a letter more at its end; then the order of
    the notation. Cards taken by an exchange count as left. Discards are not plays. A crossword's plays stay
    within its grid. Words let in by `Vocabulary.proper` or `.abbreviations` are not in the list and are found
    only as words crossed. On a board what pays `seat` most comes first (KW-5). A patience has no hand: its
    plays are those of `engine.best.piles`. In a race `hand` is all the player owns (`engine.best.race`).
    TooManyPlays when more than `most` that are alike in what they leave would have to be ranked.
    """
    if isinstance(position, Rows):
        for ties in rows.row_plays(game, words, position, hand, most):
            yield from Ranking(ties, lambda line: Play(*rows.built(position, line)))
    elif isinstance(position, Piles):  # a patience has no hand
        for move, after in piles.pile_plays(game, words, position, most):
            yield Play(move, _kind(move), after, piles.cards_used(move))
    elif isinstance(position, Fronts):
        for turn, fronts in race.race_plays(game, words, position, hand, most):
            laid = "".join(fronts.laid[fronts.player]).replace(EMPTY, "")
            yield Play(turn, "lay", fronts, len(laid))
    else:
        if game.board is None:
            found = grid.grid_plays(game, words, position, hand, most)
        else:
            found = board.board_plays(game, words, position, hand, seat, most)
        for move, result in found:
            yield _laid(position, move, result)


def made(game: Game, words: WordList, position: Position, hand: str) -> Iterator[tuple[str, str]]:
    """Every word (upper case) that `hand` makes in Lexicon or in a crossword, with where: the number of the
    word it is made of, "+" for a new one; the square it begins on, "down" after it if it goes so. Which of
    its cards are Masters is left open, and no order is kept."""
    if isinstance(position, Rows):
        for place, word in rows.made(game, words, position, hand):
            yield str(place + 1) if place >= 0 else "+", word
    elif isinstance(position, Grid):
        for (row, column), across, word in grid.made(game, words, position, hand):
            yield square(row, column) + ("" if across else " down"), word


def worth(game: Game, move: Move) -> tuple[int, int]:
    """Cards and points that a move rids the hand of; none for a discard, which draws another card."""
    if any(isinstance(part, Discard) for part in parts(move)):
        return 0, 0
    given, won = played(move), taken(move)
    return len(given) - len(won), game.pack.points(given) - game.pack.points(won)


def prepare(words: WordList, game: Game) -> None:
    """Make what a game's searches need of a list, once and for all: else the first do it as they go."""
    for length in words.lengths:
        words.index(length).holding("A")
        if game.layout == "rows":
            standings(words, length, figures_of(game.pack))
        elif game.layout == "grid":
            extensions_of(words, length)
            lawful(words, game.vocabulary, length)
            for letters in (1, 2):
                bare_plurals(words, game.vocabulary, length, letters)


def _laid(before: Grid, move: Place, result: Grid) -> Play:
    begun = any(row.strip(EMPTY) for row in before.rows)
    return Play(move, "extend" if begun else "lay", result, len(move.cards) - move.cards.count(EMPTY))


def _kind(move: Move) -> Kind:
    """What a patience's play is called."""
    match move:
        case Spell():
            return "spell"
        case Shift() | Several():
            return "shift"
        case Close():
            return "close"
        case _:
            raise AssertionError(f"{move} is no play")
