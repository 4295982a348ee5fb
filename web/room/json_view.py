"""The party as programs read it."""

from dataclasses import dataclass

from engine.party import NOBODY
from web.room.state import Bell, PartyMoment


@dataclass(frozen=True, slots=True)
class Stands:
    """A player's standing after the rounds that are over."""

    place: int
    name: str
    total: int
    fines: int
    rounds: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class PartyJson:
    """The party as JSON: `tables` has the names by table and seat, empty for a free seat; `waiting` are
    tables, from 1, that hold it up. `left`: seconds until the bell rings next.
    """

    name: str
    game: str
    round: int
    hands: int
    bell: Bell
    left: float
    finished: bool
    tables: tuple[tuple[str, ...], ...]
    waiting: tuple[int, ...]
    standings: tuple[Stands, ...]


def told_of(moment: PartyMoment) -> PartyJson:
    """Return the party as programs read it."""
    agreed, room = moment.party.agreed, moment.round.room if moment.round else ()
    waiting = {*moment.unready, *(moment.missing if moment.bell == "over" else ()), *moment.ties}
    return PartyJson(
        name=agreed.name if agreed else "",
        game=agreed.game if agreed else "",
        round=moment.number,
        hands=agreed.hands if agreed else 0,
        bell=moment.bell,
        left=round(moment.left, 1),
        finished=moment.finished,
        tables=tuple(tuple("" if one == NOBODY else moment.name(one) for one in row) for row in room),
        waiting=tuple(table + 1 for table in sorted(waiting)),
        standings=tuple(
            Stands(one.place, moment.name(one.player), one.total, one.fines, one.rounds)
            for one in (moment.table_of if moment.over else ())
        ),
    )
