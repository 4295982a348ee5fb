"""Find the words that a play of a patience makes, each in its final form."""

from collections.abc import Iterator, Sequence

from engine.game import Game
from engine.moves import Place, SingleMove, Spell
from engine.patience_moves import after_moves
from engine.position import FACE_DOWN, Grid, Piles
from engine.rules.columns import column_words, listed_words
from engine.rules.grid_lines import cards_of, laid_by, run_through, text_of, with_cards
from engine.rules.masters import readings
from engine.rules.patience import CLOCK_WORD_LETTERS
from engine.words import WordList


def words_made(
    game: Game, position: Piles | Grid, stock: str, moves: Sequence[SingleMove], words: WordList
) -> tuple[str, ...]:
    """Return the words that the play `moves` makes from `position` on. A lower-case letter is a Master.

    Words that are gathered or laid are in the order of play, words around a clock in the order of places, and
    words of columns column by column.
    """
    if not moves:
        return ()
    if isinstance(position, Grid):
        return tuple(_words_laid(position, moves))
    if game.layout in ("piles", "tableau"):
        return tuple(move.word for move in moves if isinstance(move, Spell))
    end, _ = after_moves(position, moves, stock)
    if game.layout == "circle":
        complete = (word for word in end.piles if len(word) == CLOCK_WORD_LETTERS)
        return tuple(readings(word, words, game.vocabulary)[0] for word in complete)
    listed = listed_words(words, game.vocabulary)
    return tuple(word for column in end.piles for word in column_words(column.rstrip(FACE_DOWN), listed))


def _words_laid(grid: Grid, moves: Sequence[SingleMove]) -> Iterator[str]:
    """Yield the word that each play of Keyword Patience makes along its line of cards. If a single card makes
    no word along this line, yield the word that it makes in the other direction."""
    for move in moves:
        if isinstance(move, Place):
            cards = laid_by(move)
            grid = with_cards(grid, cards)
            cell, lying = next(iter(cards)), cards_of(grid)
            runs = (run_through(lying, cell, across=across) for across in (move.across, not move.across))
            yield text_of(lying, next(run for run in runs if len(run) > 1))
