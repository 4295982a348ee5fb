"""Find what a table lost in a power cut, by comparing the states that its page showed before with the journal
on its card."""

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from device.errors import UsageFault
from device.records.event_codec import decode, encode
from device.records.journal import Journal, JournalRow
from device.records.rescue import rows_in
from engine.events import AnyEvent
from engine.match import Match, fold


@dataclass(frozen=True, slots=True)
class PageState:
    """The part of the match that the page shows at one moment: the latest turn, the hand and the totals."""

    turn: int
    """The number of the latest turn's event in the journal; 0 before the first turn."""
    hand: int
    """The number of the hand of play that the page shows."""
    totals: tuple[int, ...]
    """The players' totals, in the order of their seats."""


@dataclass(slots=True)
class Tally:
    """The results of all power cuts of a test, added up."""

    cuts: int = 0
    """The number of power cuts in the test so far."""
    eventful: int = 0
    """The number of power cuts after which the journal held events newer than the saved moment."""
    events: int = 0
    """The number of events, over all power cuts, that were written after the saved moment and were still
    in the journal after the cut."""
    turns: int = 0
    """The number of turns, over all power cuts, that were played after the saved moment and that the page
    showed before the cut."""
    lost: int = 0
    """The number of states that the page showed before a power cut and that the journal did not contain
    afterwards."""
    broken: int = 0
    """The number of journals that were damaged after a power cut, or had lost or changed rows from before
    the saved moment."""
    seconds: list[float] = field(default_factory=list)
    """The seconds from power on until the page answers, for each start after a cut."""

    @property
    def flawless(self) -> bool:
        """True if no state was lost and no journal was broken."""
        return not (self.lost or self.broken)

    def summary(self) -> dict[str, Any]:
        """Return the counts of the test and the median seconds of a start, by name, for printing."""
        seconds = self.seconds
        counts = {name: value for name, value in asdict(self).items() if name != "seconds"}
        return {
            **counts,
            "starts": len(seconds),
            "seconds_to_page": round(median(seconds)) if seconds else None,
        }


def page_state(state: dict[str, Any]) -> PageState:
    """Return what a page shows of the match. `state` is the answer of its `/api/state`."""
    turns = [turn["event"] for turn in state.get("history", ()) if turn.get("event")]
    totals = tuple(player.get("total", 0) for player in state.get("players", ()))
    return PageState(max(turns, default=0), state.get("hand", 1), totals)


def lost_states(shown_states: Sequence[PageState], events: Sequence[AnyEvent]) -> tuple[PageState, ...]:
    """Return the states among `shown_states`, as the page showed them, that the journal no longer contains.

    It contains a state if replaying some number of its first events, `events`, gives this state.
    """
    # The events up to each one are folded anew, because a later correction may change an earlier result.
    reached = [_hand_and_totals(fold(events[:number])) for number in range(len(events) + 1)]
    return tuple(state for state in shown_states if (state.hand, state.totals) not in reached[state.turn :])


def _hand_and_totals(match: Match | None) -> tuple[int, tuple[int, ...]]:
    return (match.hand.number, match.scores.totals) if match else (1, ())


def compare(
    shown_states: Sequence[PageState], before: Sequence[JournalRow], journal: Path, tally: Tally
) -> tuple[JournalRow, ...]:
    """Return the rows of the journal in the file `journal`, and count lost states and broken journals in
    `tally`.

    `shown_states` are the states that the page showed before the power cut. A state is lost if the journal
    does not contain it. `before` are the journal's rows at the moment that was saved before the cut. The
    journal is broken if it no longer begins with these rows.
    """
    rows = _rows(journal, tally)
    events = tuple(decode(row.body.encode()) for row in rows)
    tally.lost += len(lost_states(sorted(set(shown_states), key=lambda one: one.turn), events))
    tally.broken += tuple(before) != rows[: len(before)]
    return rows


def count_cut(
    shown_states: Sequence[PageState], before: Sequence[JournalRow], journal: Path, tally: Tally
) -> tuple[JournalRow, ...]:
    """Return the rows of the journal after a power cut. Add the cut and its results to `tally`.

    The results are lost states and broken journals, as in `compare`, the events written since the saved
    moment, and the turns that the page showed since then.
    """
    rows = compare(shown_states, before, journal, tally)
    more = len(rows) - len(before)
    tally.cuts += 1
    tally.events += more
    tally.eventful += more > 0
    tally.turns += len({one.turn for one in shown_states if one.turn > len(before)})
    return rows


def _rows(path: Path, tally: Tally) -> tuple[JournalRow, ...]:
    """Return the rows of the journal in the file `path`, which is opened as the table opens it.

    If the journal is damaged, add it to the broken journals in `tally`, and return the undamaged rows at
    its beginning.
    """
    try:
        with closing(Journal[AnyEvent](path, encode=encode, decode=decode, clock=time.time)) as journal:
            return tuple(journal.rows())
    except UsageFault:
        tally.broken += 1
        return rows_in(path)
