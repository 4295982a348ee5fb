"""Sum up the state of a party: scores, the winners of each table, the next seats, and the winners of the
party."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.catalogue import configured
from engine.party.facts import USUAL_FINE_POINTS
from engine.party.seating import NOBODY, earlier_rounds, moved_up, players_at, seated, shuffled
from engine.party.state import Party, ScoreCard, left_of
from engine.rules.party import Room

_MAX_CACHED_CARDS: Final = 1 << 14
"""Greatest number of score cards whose computed scores stay in memory: enough for a thousand tables in
sixteen hands."""

Scores = Mapping[str, int | None]
"""Players' scores by their identities. None stands for a score that is missing or not yet initialled."""


@dataclass(frozen=True, slots=True)
class PartyStanding:
    """A player's place, points and fines in the standings of a party."""

    player: str
    place: int
    """The place, from 1. Players with equal totals share a place."""
    total: int
    fines: int
    """The points of the player's fines. They are part of the total."""
    rounds: tuple[int | None, ...]
    """The player's points in each round, in order; None for a round that is still open."""


def lowest_wins(party: Party) -> bool:
    """Return True if the lowest total wins the party (PTY-5). At Keyword the highest total wins."""
    return party.rules is None or _lowest_wins(party.rules.game)


@lru_cache
def _lowest_wins(game: str) -> bool:
    return configured(game).board_scoring is None


def winners_per_table(party: Party) -> int:
    """Return how many players of each table win and move up: one (PTY-4), or two at Keyword."""
    return 1 if lowest_wins(party) else 2


def scores(party: Party, number: int, table: int) -> Scores:
    """Return the score of each player at `table` in round `number` (from 1), by identity; None for a score
    that does not count yet.

    A score counts when the neighbour on the left has initialled it (PTY-3), or when the steward has
    corrected it.
    """
    points_by_player = dict(
        _initialled_scores(party.rounds[number - 1].room[table], party.card(number, table))
    )
    if party.corrected_scores:
        points_by_player |= {
            one: party.corrected_scores.get((number, one), points) for one, points in points_by_player.items()
        }
    return points_by_player


@lru_cache(maxsize=_MAX_CACHED_CARDS)
def _initialled_scores(seats: tuple[str, ...], card: ScoreCard) -> tuple[tuple[str, int | None], ...]:
    """Return the identity and the score of each player on a table's score card; None for a score that is not
    initialled.

    The result is cached, because views of a whole room ask for the same cards repeatedly.
    """
    return tuple(
        (player, card.reported[seat] if checked and seat < len(card.reported) else None)
        for seat, player in enumerate(seats)
        if player != NOBODY
        for checked in ((seat, left_of(seats, seat)) in card.initials,)
    )


def winners(party: Party, number: int, table: int) -> tuple[int, ...]:
    """Return the seats that win `table` in round `number` and move up. Return none while the winners are not
    decided, and for a table that the steward left out.

    Players who tie cut cards (PTY-4), or the program draws. A `WinnersDrawn` fact states the result.
    """
    return _decided_winners(party, number, table, contenders(party, number, table))


def _decided_winners(party: Party, number: int, table: int, tied: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that win a table, among the seats `tied`, which may win it; none while these players
    must still cut cards."""
    if len(tied) == winners_per_table(party) or not tied:
        return tied
    drawn = party.rounds[number - 1].tie_winners.get(table, ())
    fits = len(drawn) == winners_per_table(party) and set(drawn) <= set(tied)
    return tuple(sorted(drawn)) if fits and _certain_winners(party, number, table) <= set(drawn) else ()


def contenders(party: Party, number: int, table: int) -> tuple[int, ...]:
    """Return the seats that win `table` in round `number` for certain, or may win it by a cut. Return none
    while scores are missing, and for a table that the steward left out."""
    party_round = party.rounds[number - 1]
    points_by_player = scores(party, number, table)
    if table in party_round.left_out or None in points_by_player.values():
        return ()
    worth = [
        (_rank(party, points_by_player[player]), seat)
        for seat, player in _seated_players(party_round.room[table])
    ]
    last = sorted(worth)[winners_per_table(party) - 1][0]
    return tuple(sorted(seat for rank, seat in worth if rank <= last))


def drawn_winners(party: Party, number: int, table: int) -> tuple[int, ...]:
    """Return the seats that win a table whose players tie (PTY-4). The program draws them with the party's
    seed, so that the players need not cut cards.

    Raise ValueError before the party is set up.
    """
    if party.rules is None:
        raise ValueError("the party is not set up")
    sure, seats = _certain_winners(party, number, table), party.rounds[number - 1].room[table]
    tied = {seats[seat]: seat for seat in contenders(party, number, table) if seat not in sure}
    order = shuffled(tied, party.rules.seed + number)
    return tuple(sorted([*sure, *(tied[one] for one in order[: winners_per_table(party) - len(sure)])]))


def _certain_winners(party: Party, number: int, table: int) -> set[int]:
    """Return the seats that win without cutting cards, among the contenders of a table whose players tie.
    Their score is better than the worst among the contenders."""
    points_by_player, seats = scores(party, number, table), party.rounds[number - 1].room[table]
    ranks = {seat: _rank(party, points_by_player[seats[seat]]) for seat in contenders(party, number, table)}
    return {seat for seat, rank in ranks.items() if rank < max(ranks.values())}


def _rank(party: Party, points: int | None) -> int:
    assert points is not None, "only counted hands are ranked"
    return points if lowest_wins(party) else -points


def _seated_players(table: tuple[str, ...]) -> list[tuple[int, str]]:
    return [(seat, player) for seat, player in enumerate(table) if player != NOBODY]


def tables_of(party: Party) -> range:
    """Return the numbers, from 0, of the tables that play the last round."""
    return range(len(party.rounds[-1].room) if party.rounds else 0)


def undecided(party: Party, among: range | None = None) -> dict[int, tuple[int, ...]]:
    """Return the tables of the last round at which players must cut cards to decide who wins, because they
    tie (PTY-4). Each comes with the seats that win for certain or may win by the cut.

    `among` limits the tables; None means all.
    """
    number, tables = len(party.rounds), tables_of(party) if among is None else among
    tied = {table: contenders(party, number, table) for table in tables}
    return {
        table: seats
        for table, seats in tied.items()
        if seats and not _decided_winners(party, number, table, seats)
    }


def tables_without_scores(party: Party, among: range | None = None) -> tuple[int, ...]:
    """Return the tables of the last round with a missing score. Tables that the steward left out of the round
    are not among them.

    `among` limits the tables; None means all.
    """
    tables = tables_of(party) if among is None else among
    return tuple(table for table in tables if _has_missing_score(party, table))


def all_scored(party: Party) -> bool:
    """Return True if every score of the last round is known."""
    return not any(_has_missing_score(party, table) for table in tables_of(party))


def _has_missing_score(party: Party, table: int) -> bool:
    number = len(party.rounds)
    return table not in party.rounds[-1].left_out and None in scores(party, number, table).values()


def fines(party: Party) -> Counter[str]:
    """Return the points of each player's fines at a party (PTY-6). Each word that the steward found wrong
    costs the agreed points, unless it was only misspelt."""
    points_fined = Counter[str]()
    for (table, number), call in party.calls.items():
        if party.verdicts.get((table, number)) == "word bad" and 1 <= call.round <= len(party.rounds):
            room = party.rounds[call.round - 1].room
            if table < len(room) and 0 <= call.against < len(room[table]):
                points_fined[room[table][call.against]] += (
                    party.rules.fine if party.rules else USUAL_FINE_POINTS
                )
    del points_fined[NOBODY]
    return points_fined


def rounds_of(party: Party) -> dict[str, list[int | None]]:
    """Return the points of every player in each round; None for a round that is still open.

    A player may have no score in a closed round, because the player sat out, came later, left earlier, or sat
    at a table that was left out. Such a player gets the rounded mean of the round's scores, which is neither
    a gain nor a loss.
    """
    points_by_round: dict[str, list[int | None]] = {player: [] for player in party.names}
    for number, party_round in enumerate(party.rounds, 1):
        points: dict[str, int | None] = {}
        for table in range(len(party_round.room)):
            points |= scores(party, number, table)
        counted = [each for each in points.values() if each is not None]
        mean = round(sum(counted) / len(counted)) if counted else 0
        for player in points_by_round:
            scored = points.get(player)
            points_by_round[player].append(mean if scored is None and party_round.over else scored)
    return points_by_round


def standings(party: Party) -> tuple[PartyStanding, ...]:
    """Return the standing of every player, the best first. Players with equal totals share a place (PTY-5).
    Players who have left come last, and cannot win."""
    penalty, sign = fines(party), 1 if lowest_wins(party) else -1
    rounds = rounds_of(party)
    total = {one: sum(each or 0 for each in rounds[one]) + sign * penalty[one] for one in rounds}
    worth = {one: (one in party.departed, sign * total[one]) for one in rounds}
    order = sorted(rounds, key=lambda one: worth[one])
    place = {each: number for number, each in reversed(list(enumerate(sorted(worth.values()), 1)))}
    return tuple(
        PartyStanding(one, place[worth[one]], total[one], penalty[one], tuple(rounds[one])) for one in order
    )


def next_room(party: Party) -> Room:
    """Return the room of a party's next round. The first round's seats are drawn with the party's seed. Later
    the winners move up.

    Raise ValueError before the party is set up.
    """
    return reseated(party, moved_up(party.rounds[-1].room, last_winners(party)) if party.rounds else ())


def reseated(party: Party, room: Room) -> Room:
    """Return the room of the next round, made from `room`. Its players keep their seats if they still take
    part. Players without a seat get one.

    Raise ValueError before the party is set up.
    """
    if party.rules is None:
        raise ValueError("the party is not set up")
    order = shuffled(party.players, party.rules.seed + len(party.rounds))
    return seated(room, order, earlier_rounds([one.room for one in party.rounds], party.players))


def last_winners(party: Party) -> tuple[tuple[int, ...], ...]:
    """Return, for each table of the last round, the seats that won."""
    return tuple(winners(party, len(party.rounds), table) for table in tables_of(party))


def seats_of(room: Room) -> dict[str, tuple[int, int]]:
    """Return the table and seat of each player who sits in `room`."""
    return {
        player: (table, row.index(player)) for table, row in enumerate(room) for player in players_at(row)
    }
