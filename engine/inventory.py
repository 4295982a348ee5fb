"""Compare a household's deck with a known pack: which letters it lacks, and of which it has too many."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import LETTERS, MASTER, PACKS, Pack
from engine.i18n import Translate, english


@dataclass(frozen=True, slots=True)
class Difference:
    """How the cards of a household's deck differ from those of a known pack."""

    pack: Pack
    missing: Mapping[str, int]
    """The cards that the deck lacks in comparison with the pack: the number of each letter."""
    surplus: Mapping[str, int]
    """The cards that the deck has too many of in comparison with the pack: the number of each letter."""

    @property
    def is_empty(self) -> bool:
        """True if the deck equals the pack, card by card."""
        return not self.missing and not self.surplus

    @property
    def size(self) -> int:
        """The number of cards by which the deck differs from the pack: the missing cards and those too
        many."""
        return sum(self.missing.values()) + sum(self.surplus.values())


def difference_to(counts: Mapping[str, int], pack: Pack) -> Difference:
    """Return how the cards of a deck, `counts` by letter, differ from those of `pack`."""
    letters = sorted({*counts, *pack.counts}, key=lambda letter: (letter == MASTER, letter))
    gaps = {letter: counts.get(letter, 0) - pack.counts.get(letter, 0) for letter in letters}
    return Difference(
        pack,
        {letter: -gap for letter, gap in gaps.items() if gap < 0},
        {letter: gap for letter, gap in gaps.items() if gap > 0},
    )


def nearest(counts: Mapping[str, int], unknown: int = 0) -> Difference:
    """Return the difference between a deck and the pack that is most similar to it. `counts` are the deck's
    cards by letter, and `unknown` is the number of its cards whose letter is not known.

    Only packs with certain counts are compared. Of several equally similar packs the first is taken.
    """
    packs = (pack for pack in PACKS.values() if pack.certain)
    return min((difference_to(counts, pack) for pack in packs), key=lambda d: _least_difference(d, unknown))


def limits(counts: Mapping[str, int], pack: Pack | None, unknown: int = 0) -> dict[str, int]:
    """Return the greatest number of cards of each letter that a household's deck may have, with cards not
    seen so far.

    `counts` are the deck's known cards, and `unknown` is the number of its cards whose letter is not
    known. A letter may have at least as many cards as in `pack`. The unknown cards are first taken for
    cards that the pack has and the deck lacks. If some remain, each letter may have that many more.
    """
    usual: Mapping[str, int] = {} if pack is None else pack.counts
    missing = sum(max(0, n - counts.get(letter, 0)) for letter, n in usual.items())
    spare = max(0, unknown - missing)
    return {c: max(counts.get(c, 0), usual.get(c, 0)) + spare for c in (*LETTERS, MASTER)}


def _least_difference(difference: Difference, unknown: int) -> int:
    """Return the fewest cards by which a deck can differ from a pack if `unknown` of the deck's cards could
    have any face."""
    return sum(difference.surplus.values()) + abs(sum(difference.missing.values()) - unknown)


def worded(counts: Mapping[str, int], difference: Difference, tr: Translate = english) -> str:
    """Say how a deck differs from the nearest pack, in one sentence: `"53 cards; the nearest pack,
    waddingtons, has 52: 4 Q too many, 1 A missing"`. `counts` are the deck's cards by letter."""
    total, pack = sum(counts.values()), difference.pack
    if difference.is_empty:
        return tr("{count} cards, exactly the {pack} pack").format(count=total, pack=pack.name)
    gaps = [
        word.format(cards=_listed(part, tr))
        for part, word in (
            (difference.surplus, tr("{cards} too many")),
            (difference.missing, tr("{cards} missing")),
        )
        if part
    ]
    sentence = tr("{count} cards; the nearest pack, {pack}, has {size}: {gaps}")
    return sentence.format(count=total, pack=pack.name, size=pack.size, gaps="; ".join(gaps))


def learning_worded(learnt: int, unlearnt: int, tr: Translate = english, *, little: bool) -> str:
    """Say how many cards of a household's deck the table has learnt, as the end of a sentence. Return "" if
    it has learnt all.

    If `little` is true, the text says "only".
    """
    if not unlearnt:
        return ""
    some = tr("; the table has learnt {learnt} of them and is not sure of {unlearnt}")
    few = tr("; the table has learnt only {learnt} of them and is not sure of {unlearnt}")
    return (few if little else some).format(learnt=learnt, unlearnt=unlearnt)


def _listed(part: Mapping[str, int], tr: Translate) -> str:
    master = tr("Master")
    return ", ".join(f"{n} {master if letter == MASTER else letter}" for letter, n in part.items())
