"""What the packs in play hold: more of a letter than that has been misread."""

from collections import Counter

from engine.explain.settled import Ground
from engine.ruling import MoreThanThePack


def excess(cards: str, ground: Ground) -> tuple[MoreThanThePack, ...]:
    """Faces seen more often than the packs hold them (ALL-7)."""
    counts = ground.game.pack.counts
    return tuple(
        MoreThanThePack(face, seen, counts.get(face, 0) * ground.packs)
        for face, seen in sorted(Counter(cards).items())
        if seen > counts.get(face, 0) * ground.packs
    )
