"""Write the correction of a turn as an event."""

from engine.events import Cause, TurnAmended, TurnFinished


def amendment(event: int, turn: TurnFinished, cause: Cause) -> TurnAmended:
    """Return the event that corrects the turn of event number `event` to `turn`."""
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
