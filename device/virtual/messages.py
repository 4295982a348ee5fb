"""Send the simulated people's messages to a table, and wait for an answer."""

from collections.abc import Sequence
from typing import Final

from device.running.inbox import Inbox
from engine.match import Match
from engine.table.commands import AnswerQuestion, Command

REPLY_SECONDS: Final = 6.0
"""Seconds that people wait for the table's reaction before they repeat a message."""


def answer_to_oldest(match: Match, answer: str) -> AnswerQuestion:
    """Return the command that gives `answer` to the oldest open question. The command names this
    question, so that it cannot answer a later one."""
    return AnswerQuestion(answer, match.questions[0].event if match.questions else None)


class CommandSender:
    """Send the simulated people's commands to the inbox of the table, and decide how long to wait for an
    answer."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._last_sent: tuple[int, float] = (-1, 0.0)

    def awaits_answer(self, event_count: int, now: float) -> bool:
        """Return True if an answer to the last message may still come. `event_count` is the number of
        events in the journal at the time `now` (seconds). A busy table may not have handled the message
        yet."""
        if self._inbox.has_messages:
            self._last_sent = (self._last_sent[0], now)
        return event_count == self._last_sent[0] and now < self._last_sent[1] + REPLY_SECONDS

    def send(self, commands: Sequence[Command], event_count: int, now: float) -> None:
        """Send commands to the table at the time `now` (seconds). `event_count` is the number of events in
        the journal at this time."""
        for command in commands:
            self._inbox.put(command)
        self._last_sent = (event_count, now)
