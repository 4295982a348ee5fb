"""Show one phone at a party its table, and the one next step there."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.party import NOBODY, Card, PartyStanding, left_of, low_wins, prize_of, steward_of, winners
from web.room.state import PartyMoment
from web.room.ties import cutting

Stage = Literal[
    "nobody", "not begun", "left", "sits out", "left out", "ready", "soon", "play", "count", "counted",
    "initial", "initialled", "cut", "done", "closing", "end",
]  # fmt: skip
"""The steps of an evening, in their order: `counted` and `initialled` wait for others at the table, `done`
for other tables, `closing` for the next seats.
"""
SIDES: Final = ("near", "left", "far", "right")
"""The sides of the seats, as their order goes round to the left."""
PLACES_AROUND: Final = 2
"""Places shown before and after one's own."""
TOP_PLACES: Final = 3
"""Places that everybody is shown."""


@dataclass(frozen=True, slots=True)
class PhoneSeat:
    """Hold a seat of the phone's table. `side` is its side as its holder sees the table, the own seat at the
    bottom. `counted` is its hand's score, `checked` whether it is initialled, `by` who initials it.
    """

    seat: int
    name: str
    side: str
    mine: bool
    deals: bool
    counted: int | None = None
    checked: bool = False
    by: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class ChallengedWord:
    """A word that was challenged at this table, and how the steward has ruled, empty while that is open."""

    call: int
    word: str
    by: str
    against: str
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of the standings; `gap`: others stand between it and the line above."""

    place: int
    name: str
    total: int
    fines: int
    mine: bool
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Mine:
    """A phone of `players`, at `table` if any of them sits. `tied` are seats, `to_check` those whose scores
    this phone's players initial, `lacking` names of the players whose count is missing.
    """

    stage: Stage
    party: str = ""
    round: int = 0
    hands: int = 0
    players: tuple[str, ...] = ()
    table: int | None = None
    seats: tuple[PhoneSeat, ...] = ()
    own: tuple[int, ...] = ()
    came: bool = False
    ready: bool = False
    low: bool = True
    fine: int = 0
    running: bool = False
    counting: bool = False
    lacking: tuple[str, ...] = ()
    to_check: tuple[int, ...] = ()
    checkers: tuple[str, ...] = ()
    tied: tuple[int, ...] = ()
    calls: tuple[ChallengedWord, ...] = ()
    lines: tuple[StandingsLine, ...] = ()
    prize: str = ""
    spelt: tuple[str, ...] = ()
    steward: int = 0
    elsewhere: tuple[tuple[str, int, int], ...] = ()
    hub: bool = True

    @property
    def others(self) -> tuple[PhoneSeat, ...]:
        """Return the seats at the table that this phone does not speak for."""
        return tuple(one for one in self.seats if one.name and not one.mine)

    @property
    def me(self) -> PhoneSeat | None:
        """Return the seat of the phone's first player."""
        return next((one for one in self.seats if one.mine), None)


def mine_of(moment: PartyMoment, players: tuple[str, ...]) -> Mine:
    """Return the view for the phone of `players`."""
    party = moment.party
    known = tuple(one for one in players if one in party.names)
    base = Mine(
        "nobody",
        party=party.agreed.name if party.agreed else "",
        round=moment.number,
        hands=party.agreed.hands if party.agreed else 0,
        players=tuple(moment.name(one) for one in known),
        low=low_wins(party),
        fine=party.agreed.fine if party.agreed else 0,
        lines=lines_of(moment, known),
        hub=moment.seen.hub,
    )
    if not known:
        return base
    if moment.number == 0:
        return replace(base, stage="not begun")
    if moment.finished:
        return replace(base, stage="end")
    sits = [one for one in known if one in moment.seats]
    if not sits:
        return replace(base, stage="left" if party.left.issuperset(known) else "sits out")
    return _at_table(moment, base, known, moment.seats[sits[0]][0])


def _at_table(moment: PartyMoment, base: Mine, known: tuple[str, ...], table: int) -> Mine:
    party, card = moment.party, moment.party.card(moment.number, table)
    where = {one: moment.seats[one] for one in known if one in moment.seats}
    own = tuple(seat for at, seat in where.values() if at == table)
    seats = sittings(moment, table, own, card)
    unchecked = tuple(one for one in seats if one.name and not one.checked)
    here = replace(
        base,
        table=table,
        seats=seats,
        own=own,
        came=any(moment.seats_before.get(one, (table,))[0] != table for one in where),
        ready=party.ready(table),
        running=moment.bell == "running",
        counting=any(each is not None for each in card.counted),
        lacking=tuple(one.name for one in seats if one.name and one.counted is None),
        to_check=tuple(one.seat for one in unchecked if one.by in own),
        checkers=tuple(dict.fromkeys(seats[one.by].name for one in unchecked if one.by is not None)),
        tied=cutting(party, table) if table in moment.ties else (),
        calls=_calls(moment, table),
        steward=steward_of(party, table),
        prize=prize_of(party, table),
        spelt=tuple(map(moment.name, party.prizes.get(prize_of(party, table), ()))),
        elsewhere=tuple((moment.name(one), *at) for one, at in where.items() if at[0] != table),
    )
    return replace(here, stage=_stage(moment, here, table))


def _stage(moment: PartyMoment, here: Mine, table: int) -> Stage:
    """Return the next step at a table."""
    assert moment.round is not None, "somebody sits"
    if moment.round.over:
        return "closing"
    if table in moment.round.left_out:
        return "left out"
    if moment.bell == "none":
        return "ready"
    if moment.bell == "soon":
        return "soon"
    if here.lacking:
        if moment.bell == "running" and not here.counting:
            return "play"
        mine = any(one.mine and one.counted is None for one in here.seats)
        return "count" if mine else "counted"
    if table in moment.missing:
        return "initial" if here.to_check else "initialled"
    return "cut" if here.tied else "done"


def sittings(moment: PartyMoment, table: int, own: tuple[int, ...], card: Card) -> tuple[PhoneSeat, ...]:
    """Return the seats of a table, as the first of `own` sees it."""
    assert moment.round is not None
    row, names = moment.round.room[table], moment.names(table)
    deals, won = moment.dealer(table), winners_at(moment, table)
    first = own[0] if own else 0
    found = []
    for seat, player in enumerate(row):
        sits = player != NOBODY
        by = left_of(row, seat) if sits and len([one for one in row if one != NOBODY]) > 1 else None
        corrected = moment.party.corrected.get((moment.number, player))
        counted = card.counted[seat] if seat < len(card.counted) else None
        found.append(
            PhoneSeat(
                seat,
                names[seat],
                SIDES[(seat - first) % len(SIDES)],
                mine=seat in own,
                deals=seat == deals,
                counted=(counted if corrected is None else corrected) if sits else None,
                checked=corrected is not None or (seat, by) in card.initials,
                by=by,
                won=seat in won,
            )
        )
    return tuple(found)


def winners_at(moment: PartyMoment, table: int) -> tuple[int, ...]:
    """Return the seats that have won a table in the last round; none while that is open."""
    if moment.round is None or table in moment.round.left_out or table in moment.missing:
        return ()
    return winners(moment.party, moment.number, table) if moment.bell == "over" else ()


def _calls(moment: PartyMoment, table: int) -> tuple[ChallengedWord, ...]:
    """Return the calls of a table in this round, the last first."""
    party, names = moment.party, moment.names(table)
    found = [
        ChallengedWord(
            number, call.word, names[call.by], names[call.against], party.verdicts.get((at, number), "")
        )
        for (at, number), call in party.calls.items()
        if at == table
        and call.round == moment.number
        and 0 <= call.by < len(names)
        and 0 <= call.against < len(names)
    ]
    return tuple(sorted(found, key=lambda one: -one.call))


def lines_of(moment: PartyMoment, players: tuple[str, ...]) -> tuple[StandingsLine, ...]:
    """Return the first places, and those around each of `players`."""
    if not moment.over:
        return ()
    order = moment.table_of
    own = {moment.ranks[one] for one in players if one in moment.ranks}
    shown = set(range(min(TOP_PLACES, len(order))))
    for at in own:
        shown |= set(range(max(0, at - PLACES_AROUND), min(len(order), at + PLACES_AROUND + 1)))
    found, last = [], -1
    for at in sorted(shown):
        found.append(line_of(moment, order[at], mine=at in own, gap=at > last + 1))
        last = at
    return tuple(found)


def line_of(
    moment: PartyMoment, one: PartyStanding, *, mine: bool = False, gap: bool = False
) -> StandingsLine:
    """Return a standing as a line."""
    return StandingsLine(one.place, moment.name(one.player), one.total, one.fines, mine, gap)
