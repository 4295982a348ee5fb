"""Compare the cards seen with the packs in play: a letter beyond them was misread, or other cards are played
with.
"""

from collections import Counter
from collections.abc import Mapping

from engine.explain.settled import ExplanationContext
from engine.ruling import MoreThanThePack


def held(ground: ExplanationContext, lying: str) -> Mapping[str, int]:
    """Return how many of each face there may be (ALL-7). `lying` are the faces that are known to lie there
    already: cards that the players have stood by once are not doubted at every turn.
    """
    limits, known = ground.game.pack.limits(ground.packs), Counter(lying)
    return {face: max(limits.get(face, 0), known[face]) for face in limits.keys() | known.keys()}


def excess(cards: str, limits: Mapping[str, int]) -> tuple[MoreThanThePack, ...]:
    """Return the faces seen more often than there may be of them."""
    return tuple(
        MoreThanThePack(face, seen, limits.get(face, 0))
        for face, seen in sorted(Counter(cards).items())
        if seen > limits.get(face, 0)
    )
