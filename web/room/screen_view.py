"""Show the room's big screen: the hand and its bell, the missing tables, and lists, page by page."""

from dataclasses import dataclass
from math import ceil
from typing import Final

from engine.party import low_wins
from web.room.phone_view import StandingsLine, line_of
from web.room.state import PartyMoment
from web.room.steward_view import State, state_of

TURNS_S: Final = 8.0
"""Seconds for which a page of a list is shown."""
SEATS_A_PAGE: Final = 36
LINES_A_PAGE: Final = 16
WAITED_SHOWN: Final = 24
"""Number of tables that are named; of more only the number is shown."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The big screen. `waiting` are tables from 0, `more` the number of others. Of `pages` pages `page`, from
    0, is shown: `sits` gives everybody's seat (name, table, deals), `lines` the standings. `low`: the
    lowest total wins.
    """

    state: State
    party: str = ""
    round: int = 0
    hands: int = 0
    minutes: float = 0.0
    tables: int = 0
    waiting: tuple[int, ...] = ()
    more: int = 0
    page: int = 0
    pages: int = 1
    sits: tuple[tuple[str, int, bool], ...] = ()
    out: tuple[str, ...] = ()
    lines: tuple[StandingsLine, ...] = ()
    prizes: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    hub: bool = True
    low: bool = True


def screen_of(moment: PartyMoment) -> Screen:
    """Return the view for the big screen."""
    party, state, agreed = moment.party, state_of(moment), moment.party.agreed
    waiting = sorted({*moment.unready, *(moment.missing if moment.bell == "over" else ()), *moment.ties})
    first = state in ("soon", "play", "count") and not moment.over
    entries = moment.sits if state == "ready" or first else ()
    lines = () if entries else moment.table_of
    pages = max(1, ceil(len(entries) / SEATS_A_PAGE), ceil(len(lines) / LINES_A_PAGE) if moment.over else 1)
    page = int(moment.seen.clock // TURNS_S) % pages
    return Screen(
        state,
        party=agreed.name if agreed else "",
        round=moment.number,
        hands=agreed.hands if agreed else 0,
        minutes=agreed.minutes if agreed else 0.0,
        tables=len(moment.round.room) if moment.round else 0,
        waiting=tuple(waiting[:WAITED_SHOWN]),
        more=max(0, len(waiting) - WAITED_SHOWN),
        page=page,
        pages=pages,
        sits=entries[page * SEATS_A_PAGE : (page + 1) * SEATS_A_PAGE],
        out=tuple(moment.name(one) for one in party.players if moment.number and one not in moment.seats),
        lines=tuple(line_of(moment, one) for one in lines[page * LINES_A_PAGE : (page + 1) * LINES_A_PAGE])
        if moment.over
        else (),
        prizes=agreed.prizes if agreed else (),
        winners=tuple(moment.name(one.player) for one in moment.table_of if one.place == 1)
        if moment.finished
        else (),
        hub=moment.seen.hub,
        low=low_wins(party),
    )


def next_turn(moment: PartyMoment, pages: int) -> float | None:
    """Return the seconds until the next page is shown; None where there is one only."""
    return TURNS_S - moment.seen.clock % TURNS_S if pages > 1 else None
