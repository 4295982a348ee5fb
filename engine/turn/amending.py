"""A turn that was something else, as the event that says so."""

from engine.events import Cause, TurnAmended, TurnFinished


def amendment(event: int, turn: TurnFinished, cause: Cause) -> TurnAmended:
    """Turn number `event` was really `turn`."""
    return TurnAmended(
        event,
        turn.before,
        turn.after,
        turn.move,
        turn.ruling,
        turn.stands,
        turn.breaches,
        turn.drew,
        cause,
        turn.held,
    )
