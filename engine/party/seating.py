"""Seat a room of many tables: draw the seats, move the winners up, and choose the tables that seat three.

Tables seat four (PTY-1). If the number of players is no multiple of four, up to three tables seat three. Of
five players one sits out. The booklets do not mention these cases. No player sits at a table of three, or
sits out, much more often than others.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from typing import Final

from engine.rules.party import Room

SEATS_PER_TABLE: Final = 4
"""Number of players at a table (PTY-1)."""
NOBODY: Final = ""
"""The text that stands for a free seat."""
MIN_TABLE_PLAYERS: Final = 3
"""Least number of players at a table."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many tables of four and of three a number of players need, and how many players sit out."""

    four: int
    """The number of tables at which four players sit."""
    three: int
    """The number of tables at which three players sit."""
    sitting_out: int
    """The number of players who sit out, because tables of three and four cannot seat them."""

    @property
    def tables(self) -> int:
        """The number of tables of four and of three together."""
        return self.four + self.three


@dataclass(frozen=True, slots=True)
class EarlierRounds:
    """What each player did in the party's earlier rounds: sat out, played at a table of three, and with whom.

    The next seats are chosen by these counts, so that nobody is treated much worse than others.
    """

    hands_at_three: Counter[str] = field(default_factory=Counter)
    """The number of hands that each player has played at a table of three."""
    hands_sat_out: Counter[str] = field(default_factory=Counter)
    """The number of hands that each player has sat out."""
    hands_together: Counter[tuple[str, str]] = field(default_factory=Counter)
    """For each pair of players, in sorted order, the number of hands in which they have sat at one table."""

    def meetings(self, player: str, others: Iterable[str]) -> int:
        """Return how often `player` has sat at one table with `others`: the number of hands with each of
        them, added up."""
        return sum(self.hands_together[_pair(player, other)] for other in others)


def table_sizes(players: int) -> Sizes:
    """Return how many tables of four and of three `players` players need: as few of three as possible.
    Players sit out only if such tables cannot seat all of them, as with five."""
    tables = -(-players // SEATS_PER_TABLE)
    three = SEATS_PER_TABLE * tables - players
    if three <= tables:
        return Sizes(tables - three, three, 0)
    four = players // SEATS_PER_TABLE
    return Sizes(four, 0, players - SEATS_PER_TABLE * four)


def shuffled(players: Iterable[str], seed: int) -> tuple[str, ...]:
    """Return the players in a random order that depends only on `seed`, not on the order in which they are
    given."""
    return tuple(sorted(set(players), key=lambda player: sha256(f"{seed} {player}".encode()).digest()))


def players_at(table: Iterable[str]) -> tuple[str, ...]:
    """Return the identities of the players at a table. Free seats are left out."""
    return tuple(player for player in table if player != NOBODY)


def earlier_rounds(rooms: Sequence[Room], players: Iterable[str]) -> EarlierRounds:
    """Return how often each player sat out, played at a table of three and met each other player, from the
    seats of the earlier rounds, `rooms`."""
    at_three, sat_out, together = Counter[str](), Counter[str](), Counter[tuple[str, str]]()
    everybody = set(players)
    for room in rooms:
        seated = {player for table in room for player in players_at(table)}
        sat_out.update(everybody - seated)
        for table in room:
            players_here = players_at(table)
            if len(players_here) < SEATS_PER_TABLE:
                at_three.update(players_here)
            together.update(_pair(*two) for two in combinations(players_here, 2))
    return EarlierRounds(at_three, sat_out, together)


def moved_up(room: Room, winners: Sequence[Sequence[int]]) -> Room:
    """Return the room after the winners of each table have taken the seats that the winners of the next table
    left (PTY-4). The winners of the last table move to the first.

    `winners[i]` are the seats that won table i: one seat, or two at Keyword. A table that did not play has
    no winners, and is passed over.
    """
    seats = [list(table) for table in room]
    playing = [table for table, won in enumerate(winners) if won]
    for place, table in enumerate(playing):
        next_table = playing[(place + 1) % len(playing)]
        for seat, free in zip(winners[table], winners[next_table], strict=True):
            seats[next_table][free] = room[table][seat]
    return tuple(map(tuple, seats))


def seated(room: Room, players: Sequence[str], before: EarlierRounds) -> Room:
    """Return a room in which as many of `players` as possible sit, each once.

    Players who sit in `room` keep their seats if possible. Each free seat goes to the player who has met
    the others at that table least often, by the counts `before`. Among equal players it goes to the first
    in `players`.
    """
    needed = table_sizes(len(players))
    wanted = set(players)
    sitting_out = _sitting_out(room, players, needed.sitting_out, before)
    tables = [
        [one if one in wanted - sitting_out else NOBODY for one in table] for table in room[: needed.tables]
    ]
    tables += [[NOBODY] * SEATS_PER_TABLE for _ in range(needed.tables - len(tables))]
    seated_players = {one for table in tables for one in table}
    waiting = [one for one in players if one not in seated_players and one not in sitting_out]
    of_three = _tables_of_three(tables, needed.three, before)
    waiting += [_free_seat(tables[table], before) for table in of_three if NOBODY not in tables[table]]
    _fill_seats(tables, of_three, waiting, before)
    return tuple(map(tuple, tables))


def _sitting_out(room: Room, players: Sequence[str], count: int, before: EarlierRounds) -> set[str]:
    """Return `count` players who are to sit out: those who have sat out least often by the counts `before`.
    Among equal players those who have no seat in `room` are preferred."""
    if not count:
        return set()
    sitting = {one for table in room for one in table}
    return set(sorted(players, key=lambda one: (before.hands_sat_out[one], one in sitting))[:count])


def _tables_of_three(tables: Sequence[Sequence[str]], count: int, before: EarlierRounds) -> set[int]:
    """Return the numbers of `count` tables that are to seat only three: those whose players have, on average,
    played the fewest hands at tables of three. Among equal tables those with the most free seats are
    preferred."""

    def cost(table: int) -> tuple[float, int, int]:
        table_players = players_at(tables[table])
        return (
            sum(before.hands_at_three[one] for one in table_players) / max(1, len(table_players)),
            len(table_players),
            -table,
        )

    return set(sorted(range(len(tables)), key=cost)[:count])


def _free_seat(table: list[str], before: EarlierRounds) -> str:
    """Free one seat of a full table, so that only three sit there, and return its player: the one who has
    played most hands at tables of three. `before` counts these hands."""
    seat = max(
        range(SEATS_PER_TABLE),
        key=lambda at: (before.hands_at_three[table[at]], before.meetings(table[at], table)),
    )
    player, table[seat] = table[seat], NOBODY
    return player


def _fill_seats(
    tables: list[list[str]], of_three: set[int], waiting: list[str], before: EarlierRounds
) -> None:
    """Give each free seat to the player in `waiting` who has met the players of its table least often, by the
    counts `before`.

    Tables are filled with four players, but those in `of_three` with three. Afterwards players who were given
    seats may be exchanged.
    """
    placed = list[tuple[int, int]]()
    for table, seats in enumerate(tables):
        for _ in range(seats.count(NOBODY) - (table in of_three)):
            table_players = players_at(seats)
            comes = (
                min(waiting, key=lambda one: before.meetings(one, table_players))
                if before.hands_together
                else waiting[0]
            )
            waiting.remove(comes)
            placed.append((table, seats.index(NOBODY)))
            seats[placed[-1][1]] = comes
    while before.hands_together and any(
        _exchange_if_better(tables, one, other, before) for one, other in combinations(placed, 2)
    ):
        pass


def _exchange_if_better(
    tables: list[list[str]], one: tuple[int, int], other: tuple[int, int], before: EarlierRounds
) -> bool:
    """Exchange the players of two seats at different tables if they have met their new neighbours less often
    in earlier rounds. Return True if the players were exchanged."""
    (table, seat), (far, place) = one, other
    first, second = tables[table][seat], tables[far][place]
    neighbours = [each for at, each in enumerate(tables[table]) if at != seat]
    far_neighbours = [each for at, each in enumerate(tables[far]) if at != place]
    now = before.meetings(first, neighbours) + before.meetings(second, far_neighbours)
    if table == far or before.meetings(first, far_neighbours) + before.meetings(second, neighbours) >= now:
        return False
    tables[table][seat], tables[far][place] = second, first
    return True


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)
