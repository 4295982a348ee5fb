"""What the people at a virtual table say to it, and for how long they wait for it to be taken up."""

from collections.abc import Sequence
from typing import Final

from device.running.inbox import Inbox
from device.running.wishes import Wish

REPLY: Final = 6.0
"""Seconds people wait for the table to take up what they said before they say it again."""


class Voice:
    """Says things into `inbox`. `heard` is how many events the journal had when something was said."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._said: tuple[int, float] = (-1, 0.0)

    def waits(self, heard: int, now: float) -> bool:
        """Whether what was said last may still be taken up."""
        return heard == self._said[0] and now < self._said[1] + REPLY

    def say(self, wishes: Sequence[Wish], heard: int, now: float) -> None:
        """Say something at `now`."""
        for wish in wishes:
            self._inbox.put(wish)
        self._said = (heard, now)
