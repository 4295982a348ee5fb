"""Choose the letters of a rendered table."""

from typing import Final

from engine.cards import LETTERS
from vision.render.brushes import Rng, chance

_PACK_LETTERS: Final = (
    9 * "E" + 8 * "A" + 7 * "IO" + 5 * "NRT" + 4 * "SLDU" + 3 * "GMC" + 2 * "BPFHVWYK" + "JXQZ"
)
"""The letters, each as often as it occurs on average in packs of cards and bags of tiles. A network that
learns these frequencies seldom takes a doubtful O for a Q."""

_CONFUSED_LETTERS: Final = "OITITMNWCGDKVY"
"""The letters that networks confuse with other letters. Those most often confused occur twice."""

PACK_LETTER_SHARE: Final = 0.4
"""The share of letters on rendered pieces that are drawn as often as they occur in packs, as on real
tables. Half of all letters are drawn with equal probability instead, because rare letters would otherwise
hardly be learnt."""

CONFUSED_LETTER_SHARE: Final = 0.1
"""The share of letters on rendered pieces that are drawn only from letters which networks confuse, such as
O and I. The share is set by judgement."""


def random_letter(rng: Rng, masters: float = 0.06) -> str:
    """Return a random letter, or a Master with the probability `masters`. The letter is drawn evenly, as
    often as in packs, or from the letters that are often confused."""
    if chance(rng, masters):
        return "?"
    kind = rng.random()
    likely = (
        _PACK_LETTERS
        if kind < PACK_LETTER_SHARE
        else _CONFUSED_LETTERS
        if kind < PACK_LETTER_SHARE + CONFUSED_LETTER_SHARE
        else LETTERS
    )
    return likely[int(rng.integers(len(likely)))]


def letter_share(letter: str) -> float:
    """Return the probability with which `random_letter` gives this letter when it does not give a Master."""
    even = (1 - PACK_LETTER_SHARE - CONFUSED_LETTER_SHARE) / len(LETTERS)
    return (
        even
        + PACK_LETTER_SHARE * _PACK_LETTERS.count(letter) / len(_PACK_LETTERS)
        + CONFUSED_LETTER_SHARE * _CONFUSED_LETTERS.count(letter) / len(_CONFUSED_LETTERS)
    )
