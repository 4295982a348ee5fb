"""Decide when the bell rings for new events."""

from collections.abc import Sequence

from device.signals import Signal
from engine.events import AnyEvent, ChallengeSettled, HandDealt, TurnFinished
from engine.match import Match


def bell_signal(
    events: Sequence[AnyEvent],
    before: Match | None = None,
    after: Match | None = None,
    *,
    timed: bool = False,
) -> Signal | None:
    """Return the bell's signal for `events`, which led from `before` to `after`; None for no signal.

    The bell never rings for an uncertain reading, for a word that only a challenge could refute, or for a
    correction. `timed` means that a deal starts a timer.
    """
    for event in events:
        if isinstance(event, TurnFinished) and event.ruling == "illegal" and not event.stands:
            return "an illegal play"
        if isinstance(event, ChallengeSettled):
            return "a challenge is settled"
        if isinstance(event, HandDealt) and timed:
            return "play begins"
    played = any(isinstance(event, TurnFinished) for event in events)
    return _end_signal(before, after) if played else None


def _end_signal(before: Match | None, after: Match | None) -> Signal | None:
    """Return the bell's signal for the end of the hand or of the match, if it ended between `before`
    and `after`; None otherwise."""
    if before is None or after is None:
        return None
    if after.over and not before.over:
        return "the match is over"
    went_out = after.hand.gone_out is not None and before.hand.gone_out is None
    return "the hand is over" if went_out else None


def calls_for_second_look(events: Sequence[AnyEvent]) -> bool:
    """Return True if any of the events is a turn whose ruling is illegal or unclear. The picture of such
    a turn is read twice."""
    return any(isinstance(event, TurnFinished) and event.ruling != "legal" for event in events)
