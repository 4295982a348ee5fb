"""Find every legal play of a hand, best first, in any of the games."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from engine.best import board, grid, piles, race, rows
from engine.best.lawful import bare_plurals, lawful_words
from engine.best.play_rank import TooManyPlays, at_most, figures_of, word_ranks
from engine.best.play_search import PlaySearch
from engine.best.sorted_plays import Ranking
from engine.game import Game
from engine.moves import (
    EMPTY,
    Close,
    CombinedMove,
    Discard,
    Move,
    Place,
    Shift,
    Spell,
    parts,
    played,
    taken,
)
from engine.notation import square
from engine.position import Grid, Piles, Position, RacePosition, Rows
from engine.words import WordList
from engine.words.growth import extension_counts

Kind = Literal["lay", "insert", "exchange", "extend", "spell", "shift", "close"]


@dataclass(frozen=True, slots=True)
class Play:
    """A legal play with its result."""

    move: Move
    kind: Kind
    result: Position
    """The position after the play."""
    cards: int
    """The number of cards that leave the hand."""


def plays(
    game: Game,
    words: WordList,
    position: Position,
    hand: str,
    *,
    limit: int | None = None,
    seat: int = 0,
    max_plays: int | None = None,
) -> Sequence[Play]:
    """Return at most `limit` legal plays of `hand` (faces, `?` for a Master) at `position`, best first.

    If `limit` is None, return all plays. The `Play` values of Lexicon and of a crossword are then made only
    when they are read. Raise TooManyPlays if more than `max_plays` plays would have to be ranked.
    """
    search = PlaySearch(game, words, hand, seat, max_plays)
    if limit is None and isinstance(position, Rows):
        ties = _within(rows.row_plays(search, position), max_plays)
        return Ranking(ties, lambda line: Play(*rows.play_of_line(position, line)))
    if limit is None and isinstance(position, Grid) and game.board is None:
        ties = _within(grid.grid_lines(search, position), max_plays)
        return Ranking(ties, lambda line: _crossword_play(position, *grid.play_of_line(position, line)))
    possible_plays = best_first(search, position)
    return list(at_most(islice(possible_plays, limit), max_plays))


def _within(lines_by_rank: Iterable[list[list[str]]], max_plays: int | None) -> tuple[list[str], ...]:
    """Return all plays as lines of notation, in lists of equal rank. Raise TooManyPlays if there are more
    than `max_plays` of them."""
    ties: list[list[str]] = []
    count = 0
    for some in lines_by_rank:
        count += sum(map(len, some))
        if max_plays is not None and count > max_plays:
            raise TooManyPlays
        ties += some
    return tuple(ties)


def best_first(search: PlaySearch, position: Position) -> Iterator[Play]:
    """Yield the plays in the order of `plays`, one by one. A caller that stops early spares most of the
    search.

    The play that leaves the fewest cards in the hand comes first, so a play that goes out comes before all
    others. The next criteria are the fewest points left, then the Masters kept, then the fewest openings for
    other players. In Lexicon an opening is a listed word with one more letter, in a crossword a listed word
    with one more letter at an end. The last criterion is the order of the notation. Cards taken by an
    exchange count as left.

    Discards are not plays. A crossword's plays stay within its grid. Words that only `Vocabulary.proper` or
    `.abbreviations` allows are found as crossed words. They are laid only if `WordList.letting_in` has
    listed them. On a board, the play that scores most for the hand's seat comes first (KW-5). A patience has
    no hand: its plays are those of `engine.best.piles`. In a race, the hand is all that the player owns
    (`engine.best.race`).

    Raise TooManyPlays if more than `search.max_plays` plays would have to be ranked together.
    """
    if isinstance(position, Rows):
        for ties in rows.row_plays(search, position):
            yield from Ranking(ties, lambda line: Play(*rows.play_of_line(position, line)))
    elif isinstance(position, Piles):  # a patience has no hand
        for move, after in piles.pile_plays(search.game, search.words, position, search.max_plays):
            yield Play(move, _kind(move), after, piles.cards_used(move))
    elif isinstance(position, RacePosition):
        turns = race.race_plays(search.game, search.words, position, search.hand, search.max_plays)
        for turn, fronts in turns:
            cards = "".join(fronts.laid[fronts.player]).replace(EMPTY, "")
            yield Play(turn, "lay", fronts, len(cards))
    else:
        laid = grid.grid_plays if search.game.board is None else board.board_plays
        for move, result in laid(search, position):
            yield _crossword_play(position, move, result)


def makeable_words(game: Game, words: WordList, position: Position, hand: str) -> Iterator[tuple[str, str]]:
    """Yield every word (upper case) that `hand` makes in Lexicon or in a crossword, with its place, in no
    order.

    In Lexicon the place is the number of the word on the table from which the new one is made, or "+" for a
    new word. In a crossword the place is the square on which the word begins, followed by "down" if the word
    goes down. Which cards are Masters is not decided.
    """
    if isinstance(position, Rows):
        for place, word in rows.makeable_words(game, words, position, hand):
            yield str(place + 1) if place >= 0 else "+", word
    elif isinstance(position, Grid):
        for (row, column), across, word in grid.makeable_words(game, words, position, hand):
            yield square(row, column) + ("" if across else " down"), word


def hand_reduction(game: Game, move: Move) -> tuple[int, int]:
    """Return the number of cards and of points by which `move` makes the hand smaller. Both are 0 for a
    discard, because the player draws another card."""
    if any(isinstance(part, Discard) for part in parts(move)):
        return 0, 0
    given, won = played(move), taken(move)
    return len(given) - len(won), game.pack.points(given) - game.pack.points(won)


def prepare(words: WordList, game: Game) -> None:
    """Make the indexes of a word list that the searches of `game` need. Without this call the first search
    makes them."""
    for length in words.lengths:
        words.index(length).holding("A")
        if game.layout == "rows":
            word_ranks(words, length, figures_of(game.pack))
        elif game.layout == "grid":
            extension_counts(words, length)
            lawful_words(words, game.vocabulary, length)
            for letters in (1, 2):
                bare_plurals(words, game.vocabulary, length, letters)


def _crossword_play(before: Grid, move: Place, result: Grid) -> Play:
    begun = any(row.strip(EMPTY) for row in before.rows)
    return Play(move, "extend" if begun else "lay", result, len(move.cards) - move.cards.count(EMPTY))


def _kind(move: Move) -> Kind:
    """Return the kind of a patience's play as the name of its move."""
    match move:
        case Spell():
            return "spell"
        case Shift() | CombinedMove():
            return "shift"
        case Close():
            return "close"
        case _:
            raise AssertionError(f"{move} is no play")
