"""What a deck holds against what a known pack holds: which letters are missing and which are too many."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import MASTER, PACKS, Pack


@dataclass(frozen=True, slots=True)
class Difference:
    """A deck against `pack`. `missing`, `surplus`: cards too few and too many, by letter."""

    pack: Pack
    missing: Mapping[str, int]
    surplus: Mapping[str, int]

    @property
    def none(self) -> bool:
        """Whether the deck is that pack, card by card."""
        return not self.missing and not self.surplus

    @property
    def size(self) -> int:
        """Cards by which they differ."""
        return sum(self.missing.values()) + sum(self.surplus.values())


def against(counts: Mapping[str, int], pack: Pack) -> Difference:
    """How a deck with `counts` differs from `pack`."""
    letters = sorted({*counts, *pack.counts}, key=lambda letter: (letter == MASTER, letter))
    gaps = {letter: counts.get(letter, 0) - pack.counts.get(letter, 0) for letter in letters}
    return Difference(
        pack,
        {letter: -gap for letter, gap in gaps.items() if gap < 0},
        {letter: gap for letter, gap in gaps.items() if gap > 0},
    )


def nearest(counts: Mapping[str, int]) -> Difference:
    """The pack of certain counts from which the deck differs by the fewest cards, the first of several."""
    packs = (pack for pack in PACKS.values() if pack.certain)
    return min((against(counts, pack) for pack in packs), key=lambda difference: difference.size)


def worded(counts: Mapping[str, int], difference: Difference) -> str:
    """One sentence for a person: `"53 cards; waddingtons has 52: 4 Q too many, 1 A missing"`."""
    total, pack = sum(counts.values()), difference.pack
    if difference.none:
        return f"{total} cards, exactly the {pack.name} pack"
    gaps = [
        f"{_listed(part)} {word}"
        for part, word in ((difference.surplus, "too many"), (difference.missing, "missing"))
        if part
    ]
    return f"{total} cards; the nearest pack, {pack.name}, has {pack.size}: {'; '.join(gaps)}"


def _listed(part: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {'Master' if letter == MASTER else letter}" for letter, n in part.items())
