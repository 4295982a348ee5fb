"""Choose a letter for each card so that no letter is used more often than the packs allow."""

from collections import defaultdict
from collections.abc import Mapping, Sequence


def assign_faces(options: Sequence[Sequence[str]], limits: Mapping[str, int]) -> tuple[str, ...] | None:
    """Choose one letter for each card from its possible letters `options`, the likeliest first, so that no
    letter is chosen more often than `limits` allows. Return the letters, or None if this is impossible.

    Cards keep their likeliest letter if possible. The method is augmenting paths (Kuhn, 1955).
    """
    holders: dict[str, list[int]] = defaultdict(list)
    for card in range(len(options)):
        if not _placed(card, options, limits, holders, set()):
            return None
    chosen = {card: face for face, cards in holders.items() for card in cards}
    return tuple(chosen[card] for card in range(len(options)))


def _placed(
    card: int,
    options: Sequence[Sequence[str]],
    limits: Mapping[str, int],
    holders: dict[str, list[int]],
    tried: set[str],
) -> bool:
    """Choose a letter for `card` of which the pack has one more. If there is none, give another card a
    different letter, so that its letter becomes free for `card`. Return True on success."""
    for face in options[card]:
        if face in tried:
            continue
        tried.add(face)
        if len(holders[face]) < limits.get(face, 0):
            holders[face].append(card)
            return True
        for n, other in enumerate(holders[face]):
            if _placed(other, options, limits, holders, tried):
                holders[face][n] = card
                return True
    return False
