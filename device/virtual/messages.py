"""The people's messages to a virtual table, and their wait for an answer."""

from collections.abc import Sequence
from typing import Final

from device.running.inbox import Inbox
from engine.match import Match
from engine.table.commands import AnswerQuestion, Command

REPLY_SECONDS: Final = 6.0
"""Seconds that people wait for the table's reaction before they repeat themselves."""


def answering(match: Match, after: str) -> AnswerQuestion:
    """Return the answer to the question open longest, and to no later one, however late it is heard."""
    return AnswerQuestion(after, match.questions[0].event if match.questions else None)


class Voice:
    """The people's voice, which puts commands into `inbox`; `heard` counts the journal's events at the
    time."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._said: tuple[int, float] = (-1, 0.0)

    def waits(self, heard: int, now: float) -> bool:
        """Tell whether the last message may still be answered; a busy table has not heard it yet."""
        if self._inbox.has_messages:
            self._said = (self._said[0], now)
        return heard == self._said[0] and now < self._said[1] + REPLY_SECONDS

    def say(self, commands: Sequence[Command], heard: int, now: float) -> None:
        """Say something at `now`."""
        for command in commands:
            self._inbox.put(command)
        self._said = (heard, now)
