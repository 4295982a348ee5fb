"""Choose the letters of a rendered table."""

from typing import Final

from engine.cards import LETTERS
from vision.render.brushes import Rng, chance

_PACKED: Final = 9 * "E" + 8 * "A" + 7 * "IO" + 5 * "NRT" + 4 * "SLDU" + 3 * "GMC" + 2 * "BPFHVWYK" + "JXQZ"
"""The letters, each as often as it occurs on average in packs and bags. A doubtful O is then seldom taken
for a Q."""

_ALIKE: Final = "OITITMNWCGDKVY"
"""The letters that are confused with other letters, the most often confused ones twice."""

PACKED: Final = 0.4
"""The share of letters drawn as in packs, as on real tables. Half of the letters are drawn evenly, because
rare letters would otherwise hardly be learnt."""

ALIKE: Final = 0.1
"""The share of letters drawn from `_ALIKE`: a tenth, by judgement."""


def random_letter(rng: Rng, masters: float = 0.06) -> str:
    """Return a random letter: drawn evenly, as in packs, or from the look-alikes, and sometimes a Master."""
    if chance(rng, masters):
        return "?"
    kind = rng.random()
    likely = _PACKED if kind < PACKED else _ALIKE if kind < PACKED + ALIKE else LETTERS
    return likely[int(rng.integers(len(likely)))]


def common(letter: str) -> float:
    """Return the share of this letter among all letters that `random_letter` gives, without Masters."""
    even = (1 - PACKED - ALIKE) / len(LETTERS)
    return even + PACKED * _PACKED.count(letter) / len(_PACKED) + ALIKE * _ALIKE.count(letter) / len(_ALIKE)
