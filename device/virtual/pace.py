"""Define the pace of the people at a virtual table."""

from typing import Final

THINKING_SECONDS: Final = (0.6, 2.0)
"""The range of seconds for which a player thinks before acting."""
SAYS_SO: Final = 0.5
"""Probability that a player says that the turn is over, and does not wait until the table notices."""
AT_LEAST: Final = 1.6
"""Minimum number of seconds without movement after a play, so that the camera sees the cards."""
AFTER_A_HAND: Final = 10.0
"""Seconds for which people look at the score of a hand and at the missed plays."""
AFTER_A_MATCH: Final = 12.0
"""Seconds for which people look at the winner."""
