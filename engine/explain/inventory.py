"""Compare the cards seen with the packs in play. If more cards are seen than the packs hold, a letter was
misread, or the players use other cards."""

from collections import Counter
from collections.abc import Mapping

from engine.explain.explanation import ExplanationContext
from engine.ruling import MoreThanThePack


def face_limits(context: ExplanationContext, lying: str) -> Mapping[str, int]:
    """Return the greatest number of cards of each face that may be on the table (ALL-7). `lying` are the
    faces of the settled cards. A limit is never less than the number of settled cards of the face, since the
    players have confirmed these cards."""
    limits, known = context.game.pack.limits(context.packs), Counter(lying)
    return {face: max(limits.get(face, 0), known[face]) for face in limits.keys() | known.keys()}


def excess(cards: str, limits: Mapping[str, int]) -> tuple[MoreThanThePack, ...]:
    """Return a doubt for each face of which more cards were seen than `limits` allows."""
    return tuple(
        MoreThanThePack(face, seen, limits.get(face, 0))
        for face, seen in sorted(Counter(cards).items())
        if seen > limits.get(face, 0)
    )
