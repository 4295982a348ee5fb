"""Define the parameters of every search for plays: a hand, and the rules that apply to it."""

from dataclasses import dataclass

from engine.game import Game
from engine.words import WordList


@dataclass(frozen=True, slots=True)
class PlaySearch:
    """The facts that every search for the plays of a hand needs besides the position: the game, the word
    list, the hand and the limit."""

    game: Game
    """The game whose rules apply."""
    words: WordList
    """The word list. The game's vocabulary decides which of its words count."""
    hand: str
    """The cards held, `?` for a Master. In a race all cards that the player owns, in a patience none."""
    seat: int = 0
    """The player's seat. On a board the player's own squares score more (KW-5)."""
    max_plays: int | None = None
    """The greatest number of plays that may have to be ranked at once. The search raises TooManyPlays if
    there are more. None for no limit."""
