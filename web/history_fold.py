"""Keep the history of a match for the phones. To add an event takes equally long in a short match and in a
long one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.events import AnyEvent
from engine.match import CountedEvent, Folded, beginning, folded
from web import match_history, turn_views
from web.match_history import Curve
from web.snapshot import Ruled

RulingsAndCurve = tuple[tuple[Ruled, ...], Curve]
"""The latest rulings of a match (the newest last), and the curve of totals: the totals at the start and after
each hand."""

NO_RULINGS: Final[Folded[RulingsAndCurve]] = beginning(((), ()))


@dataclass(frozen=True, slots=True)
class FoldedHistory:
    """The history of a match at one moment, with its sentences in one language."""

    folded: Folded[RulingsAndCurve] = NO_RULINGS

    @property
    def rulings(self) -> tuple[Ruled, ...]:
        """The latest rulings, the newest last."""
        return self.folded.value[0]

    @property
    def curve(self) -> Curve:
        """The totals at the start and after each hand of play."""
        return self.folded.value[1]


def folded_history(history: FoldedHistory, events: Sequence[AnyEvent]) -> FoldedHistory:
    """Return the history after `events`, which begin with the events that `history` already includes. Raise
    ValueError for an impossible event."""
    return FoldedHistory(folded(history.folded, events, _after))


def _after(before: RulingsAndCurve, step: CountedEvent) -> RulingsAndCurve:
    rulings, curve = before
    return turn_views.rulings_after(rulings, step), match_history.curve(curve, step)
