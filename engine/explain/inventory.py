"""What the packs in play hold: more of a letter than that has been misread."""

from collections import Counter

from engine.explain.settled import Ground
from engine.ruling import MoreThanThePack


def excess(cards: str, ground: Ground) -> tuple[MoreThanThePack, ...]:
    """Faces seen more often than the packs hold them (ALL-7)."""
    limits = ground.game.pack.limits(ground.packs)
    return tuple(
        MoreThanThePack(face, seen, limits.get(face, 0))
        for face, seen in sorted(Counter(cards).items())
        if seen > limits.get(face, 0)
    )
