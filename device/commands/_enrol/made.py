"""A deck made of the cards that were found and lettered."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from device.commands._enrol.asking import Settled
from device.errors import UsageFault
from device.records import decks
from engine.inventory import nearest
from vision.enrol import learning
from vision.enrol.gather import Find


def counts(settled: Settled) -> dict[str, int]:
    """The deck's inventory; photographs of the whole deck are counted once."""
    seen = Counter(settled.letters.replace(learning.DOWN, ""))
    return {letter: -(-n // settled.copies) for letter, n in sorted(seen.items())}


def deck(name: str, finds: Sequence[Find], settled: Settled, held: dict[str, int]) -> decks.Deck:
    """The deck `name` that holds so many of each letter, with the cards without doubt as its examples. Raises
    UsageFault when there is none such."""
    sure = [i for i in range(len(finds)) if i not in settled.doubtful]
    letters = "".join(settled.letters[i] for i in sure)
    chosen = [sure[n] for n in learning.kept(letters)]
    if not chosen:
        raise UsageFault(
            "not one card was read without doubt; answer for some, or photograph them from nearer"
        )
    cards = tuple(decks.DeckCard(settled.letters[i], learning.packed(finds[i].crop)) for i in chosen)
    # From the packed crops, so that reading is the same before and after an update of the network.
    features = learning.features([learning.unpacked(card.crop) for card in cards])
    printed = learning.figured([finds[i] for i in sure], letters)
    return decks.Deck(
        name, nearest(held).pack.name, held, cards, learning.fingerprint(),
        np.asarray(features, np.float16).tobytes(), dict(printed.figures or {}),
        tuple(decks.FigurePlace(place.across, place.down, place.turned) for place in printed.places),
        learning.legible([finds[i] for i in sure], letters),
    )  # fmt: skip
