"""Why the bell rings, as the table says it: here for the catalogues to gather."""

from typing import Final

from engine.tongue import english as N_  # noqa: N812 - the name under which catalogues gather texts

REASONS: Final = (
    N_("an illegal play"),
    N_("a challenge is settled"),
    N_("play begins"),
    N_("the hand is over"),
    N_("the match is over"),
    N_("a minute left"),
    N_("ten seconds left"),
    N_("grace begins"),
    N_("time is up"),
)
"""The same as `device.signals.SIGNALS`, which this room does not know."""
