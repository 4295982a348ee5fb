"""The part of the snapshot that names the actions that people may take now."""

from dataclasses import dataclass

from web.snapshot.scores import Contested


@dataclass(frozen=True, slots=True)
class Buttons:
    """The actions that people may take now. The page shows a button for each."""

    may_confirm: bool = False
    """True if the player on turn may end the turn."""
    awaits_photograph: bool = False
    """True if people photograph the table themselves, and no photograph of the present turn has arrived."""
    challenges: bool = False
    """True if a word in this match stands until somebody challenges it."""
    may_challenge: bool = False
    """True if the last word may be challenged."""
    contested: Contested | None = None
    """The words that may be challenged."""
    ended: int | None = None
    """The seat of the player whose turn another player has just ended; None otherwise. This player may
    continue the turn."""
    may_foresee: bool = False
    """True if people may ask whether a patience can still be won."""
    may_name: bool = False
    """True if a prize word may be named."""
