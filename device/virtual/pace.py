"""Define the pace of the people at a virtual table."""

from typing import Final

THINKING_SECONDS: Final = (0.6, 2.0)
"""The range of seconds for which a player thinks before acting."""
ANNOUNCE_PROBABILITY: Final = 0.5
"""Probability that a player says that the turn is over, and does not wait until the table notices."""
MIN_STILL_SECONDS: Final = 1.6
"""Minimum number of seconds without movement after a play, so that the camera sees the cards."""
HAND_REVIEW_SECONDS: Final = 10.0
"""Seconds for which people look at the score of a hand and at the missed plays."""
MATCH_REVIEW_SECONDS: Final = 12.0
"""Seconds for which the simulated players look at the winner before they begin another match."""
