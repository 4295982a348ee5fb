"""Show a steward the calls and missing tables of their tables, or a host those of all tables."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from engine.party import NOBODY, StewardCalled, low_wins, prize_of, steward_of, tables_under
from engine.rules.party import stewards_verdict
from engine.ruling import NotListed
from engine.words import Refusal, WordList
from web.room.phone_view import PhoneSeat, sittings
from web.room.state import PartyMoment
from web.room.ties import cutting

MOST_LISTED: Final = 400
"""Number of people that a page lists to choose from; in a larger room the tables' stewards act instead."""
MOST_SHOWN: Final = 40
"""Number of shown tables among those that hold the party up; the page also shows how many there are."""
SHOWN_RULED_CALLS: Final = 5
"""Number of calls that are still shown after their ruling: the last ones."""
State = Literal["not begun", "ready", "soon", "play", "count", "closing", "end"]


@dataclass(frozen=True, slots=True)
class CallShown:
    """A call as a steward sees it: the verdict that the word list has `prepared`, its reason for refusing the
    word, and the `verdict` once it is given; until then whether there is a picture of the `board`.
    """

    table: int
    call: int
    round: int
    word: str
    by: str
    against: str
    prepared: str = ""
    refusal: Refusal | None = None
    verdict: str = ""
    board: bool = False


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table that holds the party up, and its seats."""

    table: int
    seats: tuple[PhoneSeat, ...]
    tied: tuple[int, ...] = ()

    @property
    def lacking(self) -> tuple[str, ...]:
        """Return the players whose count is missing."""
        return tuple(one.name for one in self.seats if one.name and one.counted is None)

    @property
    def checkers(self) -> tuple[tuple[str, str], ...]:
        """Return the players whose initials are missing, and on whose score."""
        return tuple(
            (self.seats[one.by].name, one.name)
            for one in self.seats
            if one.name and one.counted is not None and not one.checked and one.by is not None
        )


@dataclass(frozen=True, slots=True)
class Overseen:
    """Hold a steward's tasks: open `calls`, the first at the top, `unready`, `missing`, `ties`, and recently
    `ruled` calls. `steward` is None for the host. `people` take part, by id and name; `gone` do so no longer.
    """

    state: State
    steward: int | None
    tables: int = 0
    first: int = 0
    party: str = ""
    round: int = 0
    hands: int = 0
    low: bool = True
    fine: int = 0
    seated: tuple[tuple[int, int, str, str], ...] = ()
    spelt: tuple[tuple[str, tuple[str, ...]], ...] = ()
    calls: tuple[CallShown, ...] = ()
    ruled: tuple[CallShown, ...] = ()
    unready: tuple[TableShown, ...] = ()
    missing: tuple[TableShown, ...] = ()
    ties: tuple[TableShown, ...] = ()
    left_out: tuple[int, ...] = ()
    people: tuple[tuple[str, str], ...] = ()
    gone: tuple[tuple[str, str], ...] = ()
    newcomers: tuple[str, ...] = ()
    hub: bool = True


def own_tables(moment: PartyMoment, steward: int | None) -> range:
    """Return the tables of the last round that a steward looks after; all of them for the host."""
    if moment.round is None:
        return range(0)
    return range(len(moment.round.room)) if steward is None else tables_under(moment.party, steward)


def overseen(moment: PartyMoment, steward: int | None, words: WordList | None) -> Overseen:
    """Return the view for a steward, or for the host (None)."""
    party, own = moment.party, own_tables(moment, steward)
    calls = tuple(_calls(moment, steward, words))
    seated = [
        one for table in own for one in (moment.round.room[table] if moment.round else ()) if one != NOBODY
    ]
    people = party.players if steward is None else [one for one in seated if one not in party.left]
    listed = len(seated) <= MOST_LISTED
    return Overseen(
        state_of(moment),
        steward,
        tables=len(own),
        first=own.start,
        party=party.agreed.name if party.agreed else "",
        round=moment.number,
        hands=party.agreed.hands if party.agreed else 0,
        low=low_wins(party),
        fine=party.agreed.fine if party.agreed else 0,
        seated=_prize_seats(moment, own) if listed else (),
        spelt=tuple((word, tuple(map(moment.name, who))) for word, who in party.prizes.items()),
        calls=tuple(one for one in calls if not one.verdict),
        ruled=tuple(one for one in reversed(calls) if one.verdict)[:SHOWN_RULED_CALLS],
        unready=_shown(moment, own, moment.unready),
        missing=_shown(moment, own, moment.missing) if moment.bell == "over" else (),
        ties=_shown(moment, own, moment.ties),
        left_out=tuple(table for table in own if moment.round and table in moment.round.left_out),
        people=tuple((one, moment.name(one)) for one in people) if listed else (),
        gone=tuple((one, moment.name(one)) for one in party.names if one in party.left),
        newcomers=tuple(
            moment.name(one) for one in party.players if moment.number and one not in moment.seats
        ),
        hub=moment.seen.hub,
    )


def state_of(moment: PartyMoment) -> State:
    """Return where the party is."""
    if moment.round is None:
        return "not begun"
    if moment.finished:
        return "end"
    if moment.round.over:
        return "closing"
    states: dict[str, State] = {"none": "ready", "soon": "soon", "running": "play", "over": "count"}
    return states[moment.bell]


def _prize_seats(moment: PartyMoment, own: range) -> tuple[tuple[int, int, str, str], ...]:
    """Return table, seat, name and prize word of all players who may spell one."""
    return tuple(
        (table, seat, name, word)
        for table in own
        if (word := prize_of(moment.party, table))
        for seat, name in enumerate(moment.names(table))
        if name
    )


def _shown(moment: PartyMoment, own: range, tables: Iterable[int]) -> tuple[TableShown, ...]:
    card = moment.party.card
    return tuple(
        TableShown(
            table, sittings(moment, table, (), card(moment.number, table)), cutting(moment.party, table)
        )
        for table in [one for one in tables if one in own][:MOST_SHOWN]
    )


def _calls(moment: PartyMoment, steward: int | None, words: WordList | None) -> Iterable[CallShown]:
    """Return the calls of this round and those still open of earlier ones, in the order of rounds and
    tables.
    """
    party = moment.party
    own = sorted(party.calls.items(), key=lambda one: (one[1].round, one[0][1], one[0][0]))
    for (table, number), call in own:
        verdict = party.verdicts.get((table, number), "")
        if steward is not None and steward_of(party, table) != steward:
            continue
        names = _names(moment, table, call)
        if names is None or (verdict and call.round < moment.number - 1):
            continue
        prepared, refusal = ("", None) if words is None or verdict else prepared_for(call.word, words)
        if prepared == "word bad" and not low_wins(party):
            prepared = "misspelt"  # Keyword has no fine for any word
        board = not verdict and (table, number) in moment.seen.boards
        yield CallShown(table, number, call.round, call.word, *names, prepared, refusal, verdict, board)


def _names(moment: PartyMoment, table: int, call: StewardCalled) -> tuple[str, str] | None:
    """Return the caller, and the player whose word it is about; None for a call from no seat of that
    round.
    """
    party = moment.party
    if not 1 <= call.round <= moment.number or table >= len(party.rounds[call.round - 1].room):
        return None
    row = party.rounds[call.round - 1].room[table]
    if not (0 <= call.by < len(row) and 0 <= call.against < len(row)):
        return None
    return moment.name(row[call.by]), moment.name(row[call.against])


def prepared_for(word: str, words: WordList) -> tuple[str, Refusal | None]:
    """Return the verdict on a word by the word list (PTY-6), and why it refuses the word."""
    if word in words:
        return stewards_verdict(()), None
    refusal = words.refusal(word)
    return stewards_verdict((NotListed(word, refusal),)), refusal
