"""The question that every search for plays answers: a hand, and what counts for it."""

from dataclasses import dataclass

from engine.game import Game
from engine.words import WordList


@dataclass(frozen=True, slots=True)
class PlaySearch:
    """Ask for the plays of a hand, at whatever position it is to play."""

    game: Game
    """The game whose rules the plays follow."""
    words: WordList
    """The words that count."""
    hand: str
    """The cards held, `?` for a Master: in a race all that the player owns, in a patience none."""
    seat: int = 0
    """The player's seat: on a board the player's own squares score more (KW-5)."""
    most: int | None = None
    """The most plays of one outcome that are ranked; None for any number."""
