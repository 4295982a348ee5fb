"""The rules that a party adds to hands of play: the cut, the winner of a table, who moves on, and the
steward (PTY-*, ALL-3)."""

from collections.abc import Sequence
from typing import Final

from engine.events import ChallengeVerdict
from engine.game import Game
from engine.ruling import Breach, NotListed, is_about_words
from engine.words import WordRefusal

Room = tuple[tuple[str, ...], ...]
"""The seating of a room: the player at each table and seat."""
TABLES_PER_STEWARD: Final = 10
"""The number of tables that one steward of a party looks after (PTY-1)."""


def highest_cut(cards: Sequence[str]) -> tuple[int, ...]:
    """Return the seats that drew the highest letter. A is high and Z low. If several seats are returned,
    these draw again (ALL-3).

    `cards[i]` is the card that seat i drew, empty for a seat that did not draw. Raise ValueError if nobody
    drew, or if a card bears no letter.
    """
    drawn = [card for card in cards if card]
    if not drawn or not all(len(card) == 1 and "A" <= card <= "Z" for card in drawn):
        raise ValueError("a cut needs a letter A-Z of each who draws")
    return tuple(seat for seat, card in enumerate(cards) if card == min(drawn))


def highest_cut_plays_first(game: Game) -> bool:
    """Return True if the player with the highest card plays first, as at Keyword and in a race (MW-1). In
    other games this player deals (ALL-3)."""
    return game.board_scoring is not None or game.ends == "race"


def table_winners(points: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that win the table: the player who went out, or else the players with the lowest
    score. If several seats are returned, they cut for the win (PTY-4).

    `points[i]` is the score of the cards left at seat i. A player who went out has no cards left, and so has
    the lowest score.
    """
    return tuple(seat for seat, count in enumerate(points) if count == min(points))


def stewards_verdict(breaches: Sequence[Breach]) -> ChallengeVerdict:
    """Return the word list's verdict on a challenged play, as advice for the steward (PTY-6). A play with
    only unlisted words is misspelt. A play with another fault, such as a proper noun, is bad."""
    if not breaches:
        return "word good"
    return "misspelt" if all(map(is_only_unlisted, breaches)) else "word bad"


def is_only_unlisted(breach: Breach) -> bool:
    """Return True if the breach is a word that the list does not know, and nothing worse: no proper noun, no
    abbreviation and no word that the table leaves out."""
    return isinstance(breach, NotListed) and breach.refusal is WordRefusal.NOT_LISTED


def challenge_verdict(game: Game, breaches: Sequence[Breach]) -> ChallengeVerdict:
    """Return the verdict on a challenge: the steward's verdict at a party, elsewhere the dictionary's
    (LEX-CH)."""
    if game.challenges.judge == "steward":
        return stewards_verdict(breaches)
    return "word bad" if any(map(is_about_words, breaches)) else "word good"
