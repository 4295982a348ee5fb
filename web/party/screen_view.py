"""The view of the room's big screen: the hand and its bell, the tables for which the room waits, and
lists, page by page."""

from dataclasses import dataclass
from math import ceil
from typing import Final

from web.party.headings import PartyHeading, Scoring, heading_of, scoring_of
from web.party.phone_view import StandingsLine, line_of
from web.party.state import PartyMoment
from web.party.steward_view import PartyState, state_of

SECONDS_PER_PAGE: Final = 8.0
"""Seconds for which the big screen shows one page of a list before the next."""
SEATS_PER_PAGE: Final = 36
LINES_PER_PAGE: Final = 16
MAX_NAMED_TABLES: Final = 24
"""Maximum number of waiting tables that are listed. Of further tables only the number is shown."""


@dataclass(frozen=True, slots=True)
class WaitingTables:
    """The tables for which the room waits: the numbers of some, and how many more there are."""

    tables: tuple[int, ...]
    """The numbers of the tables that the screen lists, from 0."""
    more: int
    """The number of waiting tables that the screen does not list."""


@dataclass(frozen=True, slots=True)
class ListPage:
    """The page of the list that is shown now: the seats or the standings."""

    number: int
    """The number of the page, from 0."""
    pages: int
    """The number of pages."""
    seats: tuple[tuple[str, int, bool], ...]
    """The players on this page, each with name, table, and True for the dealer; empty while the list has
    standings."""
    lines: tuple[StandingsLine, ...]
    """The lines of the standings on this page; empty while the list has seats."""


@dataclass(frozen=True, slots=True)
class ScreenView:
    """Everything that the room's big screen shows of a party."""

    state: PartyState
    """The state of the party, one of the words in `PartyState`."""
    heading: PartyHeading
    """The party's name, the number of the hand, and the number of hands."""
    scoring: Scoring
    """The scoring of the game: whether the lowest total wins, and the points of a fine."""
    waiting: WaitingTables
    """The tables for which the room waits."""
    sitting_out: tuple[str, ...]
    """The names of the players who have no seat in this hand."""
    list_page: ListPage
    """The page of a list that the screen shows now: of the seats or of the standings."""
    prizes: tuple[str, ...]
    """The prize words of the party."""
    winners: tuple[str, ...]
    """The names of the winners; empty before the last hand is over."""
    hub_answers: bool
    """True if a leading hub answers."""


def screen_view(moment: PartyMoment) -> ScreenView:
    """Return what the room's big screen shows at a moment of the party."""
    party, state, rules = moment.party, state_of(moment), moment.party.rules
    waiting = sorted({*moment.unready, *(moment.missing if moment.bell == "over" else ()), *moment.ties})
    first = [one for one in moment.standings if one.place == 1] if moment.finished else []
    return ScreenView(
        state,
        heading=heading_of(moment),
        scoring=scoring_of(moment),
        waiting=WaitingTables(tuple(waiting[:MAX_NAMED_TABLES]), max(0, len(waiting) - MAX_NAMED_TABLES)),
        sitting_out=tuple(
            moment.name(one) for one in party.players if moment.number and one not in moment.seats
        ),
        list_page=_list_page(moment, state),
        prizes=rules.prizes if rules else (),
        winners=tuple(moment.name(one.player) for one in first),
        hub_answers=moment.status.hub_answers,
    )


def _list_page(moment: PartyMoment, state: PartyState) -> ListPage:
    """Return the page of the list that is shown now. The list has the seats while tables get ready and
    during the first hand, and the standings otherwise."""
    first = state in ("soon", "play", "count") and not moment.finished_rounds
    seats = moment.seating if state == "ready" or first else ()
    standings = moment.standings if moment.finished_rounds and not seats else ()
    pages = max(1, ceil(len(seats) / SEATS_PER_PAGE), ceil(len(standings) / LINES_PER_PAGE))
    number = int(moment.status.clock // SECONDS_PER_PAGE) % pages
    shown = standings[number * LINES_PER_PAGE : (number + 1) * LINES_PER_PAGE]
    return ListPage(
        number,
        pages,
        seats=seats[number * SEATS_PER_PAGE : (number + 1) * SEATS_PER_PAGE],
        lines=tuple(line_of(moment, one) for one in shown),
    )


def seconds_to_next_page(moment: PartyMoment, pages: int) -> float | None:
    """Return the seconds until the next page of the list is shown; None if the list has one page."""
    return SECONDS_PER_PAGE - moment.status.clock % SECONDS_PER_PAGE if pages > 1 else None
