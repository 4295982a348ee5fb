"""What a power cut took: the page's states of before, compared with the journal of afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device.records.eventcodec import decode
from device.records.journal import Row
from device.records.rescue import rows_in
from engine.events import AnyEvent
from engine.match import Match, fold


@dataclass(frozen=True, slots=True)
class Shown:
    """What the page showed: the number in the journal of the latest turn, the hand, and the totals."""

    turn: int
    hand: int
    totals: tuple[int, ...]


@dataclass(slots=True)
class Tally:
    """The results of the cuts.

    `lost` are states that the page had shown and that no beginning of the journal comes to. `broken` are
    journals whose rows of before a cut are other ones afterwards. `shown` are the different states that the
    page showed, `turns` the different turns, `events` those in the journal in the end.
    """

    cuts: int = 0
    events: int = 0
    turns: int = 0
    shown: int = 0
    lost: int = 0
    broken: int = 0
    seconds: list[float] = field(default_factory=list)

    @property
    def flawless(self) -> bool:
        """Tell whether nothing was lost or changed."""
        return not (self.lost or self.broken)


def shown(state: dict[str, Any]) -> Shown:
    """Return what matters of `/api/state`."""
    turns = [turn["event"] for turn in state.get("history", ()) if turn.get("event")]
    totals = tuple(player.get("total", 0) for player in state.get("players", ()))
    return Shown(max(turns, default=0), state.get("hand", 1), totals)


def lost(said: Sequence[Shown], events: Sequence[AnyEvent]) -> tuple[Shown, ...]:
    """Return those of `said` that the journal's `events`, or some beginning of them, do not come to."""
    # Folded anew for each: a later correction may change what an earlier beginning came to.
    been = [_of(fold(events[:number])) for number in range(len(events) + 1)]
    return tuple(one for one in said if (one.hand, one.totals) not in been[one.turn :])


def _of(match: Match | None) -> tuple[int, tuple[int, ...]]:
    return (match.hand.number, match.scores.totals) if match else (1, ())


def compare(said: Sequence[Shown], before: Sequence[Row], journal: Path, tally: Tally) -> tuple[Row, ...]:
    """Count one cut, and return the journal's rows. `said` was shown since the last cut, `before` was read of
    the journal after it.
    """
    rows = rows_in(journal)
    events = tuple(decode(row.body.encode()) for row in rows)
    tally.cuts += 1
    tally.events = len(events)
    tally.turns += len({one.turn for one in said if one.turn})
    tally.shown += len(set(said))
    tally.lost += len(lost(sorted(set(said), key=lambda one: one.turn), events))
    tally.broken += tuple(before) != rows[: len(before)]
    return rows
