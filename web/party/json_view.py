"""The state of a party as JSON, for programs."""

from dataclasses import dataclass

from engine.party import NOBODY
from web.party.state import Bell, PartyMoment


@dataclass(frozen=True, slots=True)
class StandingJson:
    """A player's standing after the finished rounds."""

    place: int
    """The player's place in the standings, from 1."""
    name: str
    """The player's name."""
    total: int
    """The player's points in all finished rounds together."""
    fines: int
    """The points of the player's fines, which are part of the total."""
    rounds: tuple[int | None, ...]
    """The player's score in each finished round; None without a score."""


@dataclass(frozen=True, slots=True)
class PartyJson:
    """The state of a party as programs get it in JSON: the hand, the bell, the seats and the standings."""

    name: str
    """The party's name; empty before the rules are agreed."""
    game: str
    """The name of the game."""
    round: int
    """The number of the last round, from 1; 0 before the first."""
    hands: int
    """The agreed number of hands."""
    bell: Bell
    """The state of the hand: `none` while the tables get ready, `soon` just before the bell, `running`, or
    `over`."""
    left: float
    """Seconds until the bell begins or ends the hand; 0 if no bell is due."""
    finished: bool
    """True if all agreed hands are played."""
    tables: tuple[tuple[str, ...], ...]
    """The names by table and seat; empty for a free seat."""
    waiting: tuple[int, ...]
    """The numbers of the tables for which the room waits, from 1."""
    standings: tuple[StandingJson, ...]
    """The standings of all players; empty before the first hand is over."""


def party_json(moment: PartyMoment) -> PartyJson:
    """Return the state of the party at a moment, as programs get it in JSON."""
    rules, room = moment.party.rules, moment.round.room if moment.round else ()
    waiting = {*moment.unready, *(moment.missing if moment.bell == "over" else ()), *moment.ties}
    return PartyJson(
        name=rules.name if rules else "",
        game=rules.game if rules else "",
        round=moment.number,
        hands=rules.hands if rules else 0,
        bell=moment.bell,
        left=round(moment.seconds_left, 1),
        finished=moment.finished,
        tables=tuple(tuple("" if one == NOBODY else moment.name(one) for one in row) for row in room),
        waiting=tuple(table + 1 for table in sorted(waiting)),
        standings=tuple(
            StandingJson(one.place, moment.name(one.player), one.total, one.fines, one.rounds)
            for one in (moment.standings if moment.finished_rounds else ())
        ),
    )
