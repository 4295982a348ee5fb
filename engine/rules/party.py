"""The rules that a party adds to hands of play: the cut, who wins a table and moves on, the steward (PTY-*,
ALL-3).
"""

from collections.abc import Sequence
from typing import Final

from engine.events import Verdict
from engine.game import Game
from engine.ruling import Breach, NotListed, is_of_words
from engine.words import Refusal

Room = tuple[tuple[str, ...], ...]
"""The seating: players by table and seat."""
TABLES_PER_STEWARD: Final = 10
"""Number of tables of one steward (PTY-1)."""


def highest_cut(cards: Sequence[str]) -> tuple[int, ...]:
    """Return the seats with the highest letter drawn: A is high and Z low; several tie and draw again
    (ALL-3).

    `cards[i]` is the card that seat i drew, empty for a seat that did not draw. ValueError when nobody drew,
    or a card bears no letter.
    """
    drawn = [card for card in cards if card]
    if not drawn or not all(len(card) == 1 and "A" <= card <= "Z" for card in drawn):
        raise ValueError("a cut needs a letter A-Z of each who draws")
    return tuple(seat for seat, card in enumerate(cards) if card == min(drawn))


def plays_first(game: Game) -> bool:
    """Tell whether the highest card plays first, instead of dealing (ALL-3, MW-1)."""
    return game.board_scoring is not None or game.ends == "race"


def table_winners(points: Sequence[int]) -> tuple[int, ...]:
    """Return the seats that win the table: the player who went out, else the lowest count; several cut for it
    (PTY-4).

    `points[i]` is the count of seat i's cards; a player who went out has none, and so the lowest.
    """
    return tuple(seat for seat, count in enumerate(points) if count == min(points))


def stewards_verdict(breaches: Sequence[Breach]) -> Verdict:
    """Return the dictionary's verdict on a challenged play, for the steward. A misspelt play differs from one
    that is wrong otherwise, such as a proper noun or an illegal play (PTY-6).
    """
    if not breaches:
        return "word good"
    return "misspelt" if all(map(misspelt, breaches)) else "word bad"


def misspelt(breach: Breach) -> bool:
    """Tell whether nothing is known of a word but that it is not listed."""
    return isinstance(breach, NotListed) and breach.refusal is Refusal.UNKNOWN


def challenge_verdict(game: Game, breaches: Sequence[Breach]) -> Verdict:
    """Return the verdict of a challenge: the steward's at a party, elsewhere the dictionary's (LEX-CH)."""
    if game.challenges.judge == "steward":
        return stewards_verdict(breaches)
    return "word bad" if any(map(is_of_words, breaches)) else "word good"
