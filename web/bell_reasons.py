"""The sentence for each signal of the bell. The language catalogues gather these sentences."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts

REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "an illegal play": N_("The play isn't allowed."),
        "a challenge is settled": N_("The challenge is settled."),
        "play begins": N_("Play begins."),
        "the hand is over": N_("The hand is over."),
        "the match is over": N_("The match is over."),
        "a minute left": N_("One minute left."),
        "ten seconds left": N_("Ten seconds left."),
        "grace begins": N_("Time's up. Finish this turn."),
        "time is up": N_("Time's up!"),
    }
)
"""The sentence that phones show when the bell rings, by the name of the bell's signal. The names are those in
`device.signals.SIGNALS`, which this package may not import."""
