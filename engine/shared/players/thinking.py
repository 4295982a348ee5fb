"""Find the plays that occur to a simulated player: with everyday words, and with a Master only if no other
play is found."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from engine.best import Play, PlaySearch, best_first, plays
from engine.cards import MASTER
from engine.game import Game
from engine.moves import EMPTY, Exchange, Insert, Lay, Place, faces
from engine.position import Grid, Position
from engine.rules.grid_lines import Cell, cards_of, runs_through, text_of, with_cards
from engine.words import WordList

MAX_EVERYDAY_TIER: Final = 50
"""The greatest SCOWL size of words that occur to a simulated player (`ListedWord.tier`)."""
MAX_WORD_LETTERS: Final = 8
"""The greatest number of letters in a word that a simulated player makes. Longer words would not fit on
the virtual table."""
MAX_PLAYS_THOUGHT_OF: Final = 60
"""The greatest number of plays that a simulated player considers, the best first."""
_MAX_CARDS_WITH_MASTER: Final = 5
"""The greatest number of letter cards with which a simulated player combines a Master. Nobody thinks of
all uses of a Master."""


@dataclass(frozen=True, slots=True)
class Mind:
    """The knowledge of a simulated player when the player's turn begins: the game, the words, the table
    and the own hand."""

    game: Game
    """The game that the simulated player plays, set for the number of players."""
    words: WordList
    """The words that the simulated player knows."""
    position: Position
    """The position that the simulated player sees on the table."""
    hand: str
    """The faces of the cards in the simulated player's hand."""
    seat: int = 0
    """The simulated player's seat. On a board it decides which colours are the player's own."""


def plays_thought_of(mind: Mind, *, limit: int | None = MAX_PLAYS_THOUGHT_OF) -> list[Play]:
    """Return at most `limit` plays that occur to a simulated player, best first. Plays with a Master are
    among them only if there is no play without one."""
    for cards in dict.fromkeys((mind.hand.replace(MASTER, ""), with_one_master(mind.game, mind.hand))):
        likely = list(islice(sensible_plays(replace(mind, hand=cards)), limit))
        if likely:
            return likely
    return []


def sensible_plays(mind: Mind) -> Iterator[Play]:
    """Return the plays that people would make in the place of the simulated player, best first.

    Their words are everyday words, not offensive and not too long. Exchanges are among them only if they
    save points.
    """
    return (play for play in _all_plays(mind) if _is_sensible(mind, play))


def with_one_master(game: Game, hand: str) -> str:
    """Return the cards among which a simulated player seeks plays with a Master: one Master, and the few
    letter cards with the highest figures. Return the whole hand if it has no Master."""
    rest = sorted(hand.replace(MASTER, ""), key=lambda card: -game.pack.figures[card])
    return "".join(rest[:_MAX_CARDS_WITH_MASTER]) + MASTER if MASTER in hand else "".join(rest)


def cells_added(before: Grid, after: Grid) -> set[Cell]:
    """Return the places of the grid that hold a card in `after` and none in `before`."""
    return cards_of(after).keys() - cards_of(before).keys()


def _all_plays(mind: Mind) -> Iterator[Play]:
    """Yield all plays that a simulated player could make. A crossword's first word is laid only across the
    middle of the table, since its other places are equally good."""
    game, words, position, hand = mind.game, mind.words, mind.position, mind.hand
    if _is_begun(position) or game.board is not None or not isinstance(position, Grid):
        yield from best_first(PlaySearch(game, words, hand, mind.seat), position)
        return
    width = min(len(position.rows[0]), game.plays.first[1] or MAX_WORD_LETTERS)
    row, column = len(position.rows) // 2, (len(position.rows[0]) - width) // 2
    for play in plays(game, words, Grid((EMPTY * width,)), hand):
        yield _moved_to_middle(position, play, row, column)


def _is_begun(position: Position) -> bool:
    return not isinstance(position, Grid) or not position.rows or bool(cards_of(position))


def _moved_to_middle(position: Grid, play: Play, row: int, column: int) -> Play:
    """Return the play of a crossword's first word, which was found in a grid of one line, at (`row`,
    `column`) of the grid `position`."""
    assert isinstance(play.move, Place)
    move = replace(play.move, row=row, column=play.move.column + column)
    laid = {(row, move.column + place): card for place, card in enumerate(move.cards)}
    return replace(play, move=move, result=with_cards(position, laid))


def _is_sensible(mind: Mind, play: Play) -> bool:
    words, texts = mind.words, _words_made(mind.position, play)
    if any(words.is_offensive(text.upper()) for text in texts):
        return False
    entries = [words.entry(text.upper()) for text in texts]
    if any(entry and entry.tier > MAX_EVERYDAY_TIER for entry in entries):
        return False
    if isinstance(play.move, Exchange):
        before, after = play.move.before, play.move.after
        return mind.game.pack.points(faces(after)) > mind.game.pack.points(faces(before))
    return all(len(text) <= MAX_WORD_LETTERS for text in texts)


def _words_made(position: Position, play: Play) -> Sequence[str]:
    """Return the words that a play makes on the table: the laid or changed word, or all new words of a
    crossword."""
    if isinstance(position, Grid) and isinstance(play.result, Grid):
        lying = cards_of(play.result)
        return tuple(text_of(lying, run) for run in runs_through(lying, cells_added(position, play.result)))
    match play.move:
        case Lay(word):
            return (word,)
        case Insert(after=after) | Exchange(after=after):
            return (after,)
        case _:
            return ()
