"""What the people at a virtual table say to it, and for how long they wait for it to be taken up."""

from collections.abc import Sequence
from typing import Final

from device.running.inbox import Inbox
from device.running.wishes import Answered, Wish
from engine.match import Match

REPLY: Final = 6.0
"""Seconds people wait for the table to take up what it has heard before they say it again."""


def answering(match: Match, after: str) -> Answered:
    """The answer to the question that is open longest, and to no later one, however late it is heard."""
    return Answered(after, match.questions[0].event if match.questions else None)


class Voice:
    """Says things into `inbox`. `heard` is how many events the journal had when something was said."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._said: tuple[int, float] = (-1, 0.0)

    def waits(self, heard: int, now: float) -> bool:
        """Whether what was said last may still be taken up. A table that is busy has not heard it yet."""
        if self._inbox.unheard:
            self._said = (self._said[0], now)
        return heard == self._said[0] and now < self._said[1] + REPLY

    def say(self, wishes: Sequence[Wish], heard: int, now: float) -> None:
        """Say something at `now`."""
        for wish in wishes:
            self._inbox.put(wish)
        self._said = (heard, now)
