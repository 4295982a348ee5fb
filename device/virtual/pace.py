"""The pace of the people at a virtual table."""

from typing import Final

THINKING_SECONDS: Final = (0.6, 2.0)
"""Seconds somebody looks at the cards before acting, from and to."""
SAYS_SO: Final = 0.5
"""The chance that a player says that the turn is over instead of letting the table find out."""
AT_LEAST: Final = 1.6
"""Seconds everybody sits still after a play, so that the camera sees what was done."""
AFTER_A_HAND: Final = 10.0
"""The seconds for a look at the score of a hand, and at the plays that got away."""
AFTER_A_MATCH: Final = 12.0
"""The seconds for a look at the winner."""
