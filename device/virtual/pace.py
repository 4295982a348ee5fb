"""The pace of the people at a virtual table."""

from typing import Final

THINKING: Final = (0.6, 2.0)
"""Seconds somebody looks at the cards before acting, from and to."""
SAYS_SO: Final = 0.5
"""How often a player says that the turn is over instead of letting the table find out."""
AT_LEAST: Final = 1.6
"""Seconds everybody sits still after a play, so that the camera sees what was done."""
AFTER_A_HAND: Final = 10.0
"""Seconds the score of a hand, and what got away in it, are looked at."""
AFTER_A_MATCH: Final = 12.0
"""Seconds the winner is looked at."""
