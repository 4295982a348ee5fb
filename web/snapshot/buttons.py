"""Which buttons mean anything now."""

from dataclasses import dataclass

from web.snapshot.scores import Contested


@dataclass(frozen=True, slots=True)
class Buttons:
    """Hold what people may do now."""

    may_confirm: bool = False
    """The player whose turn it is may end it."""
    awaits_photograph: bool = False
    """People photograph the table, and no photograph shows a turn to finish."""
    challenges: bool = False
    """A word stands until somebody challenges it."""
    may_challenge: bool = False
    """The last word may be challenged."""
    contested: Contested | None = None
    """What a challenge is of."""
    ended: int | None = None
    """The player whose turn somebody else has just ended, who may take it up again."""
    may_foresee: bool = False
    """A patience may be played to its end."""
    may_name: bool = False
    """A prize word may be named."""
