"""Choose the parts of a party that the hub sends to each table, to each steward, and to everybody."""

from device.party.party_messages import OpenChallenge, PartyState, PlayerStanding, StewardState, TableState
from engine.party import (
    Party,
    is_finished,
    numbers_under,
    scores,
    standings,
    tables_under,
    tables_without_scores,
    undecided,
    unready_tables,
)


def table_state(party: Party, table: int, term: int) -> TableState:
    """Return what the hub sends to table `table` about the party: its players, the bell, and its open and
    answered calls. `term` is the hub's term."""
    number = len(party.rounds)
    last_round = party.rounds[-1] if party.rounds else None
    is_seated = last_round is not None and table < len(last_round.room)
    seats = list(last_round.room[table]) if last_round is not None and is_seated else []
    table_scores = scores(party, number, table) if is_seated else {}
    return TableState(
        term=term,
        game=party.rules.game if party.rules else "",
        round=number,
        hands=party.rules.hands if party.rules else 0,
        minutes=party.rules.minutes if party.rules else 0,
        fine=party.rules.fine if party.rules else 0,
        seats=seats,
        names=[party.names.get(player, "") for player in seats],
        left_out=last_round is not None and table in last_round.left_out,
        rung=last_round is not None and last_round.rung,
        rings_at=last_round.rings_at if last_round is not None else 0.0,
        over=last_round is not None and last_round.over,
        finished=is_finished(party),
        missing=sum(points is None for points in table_scores.values()),
        calls=[call for call in party.call_numbers.get(table, ()) if (table, call) not in party.verdicts],
        verdicts={
            str(call): party.verdicts[table, call]
            for call in party.call_numbers.get(table, ())
            if (table, call) in party.verdicts
        },
    )


def steward_state(party: Party, steward: int, term: int) -> StewardState:
    """Return the state that the hub sends to a steward, about the tables of this steward (PTY-1)."""
    own = tables_under(party, steward)
    calls = [
        OpenChallenge(table, number, call.round, call.word, call.by, call.against)
        for table in numbers_under(party, steward)
        for number in party.call_numbers.get(table, ())
        if (table, number) not in party.verdicts
        for call in (party.calls[table, number],)
    ]
    return StewardState(
        term=term,
        round=len(party.rounds),
        calls=calls,
        ties={str(table): list(seats) for table, seats in undecided(party, own).items()},
        unready=list(unready_tables(party, own)) if party.rounds and not party.rounds[-1].rung else [],
        missing=list(tables_without_scores(party, own)),
    )


def party_state(party: Party, term: int) -> PartyState:
    """Return the state that the hub sends to everybody: the present round, and the standings after the
    finished rounds."""
    return PartyState(
        term=term,
        round=len(party.rounds),
        hands=party.rules.hands if party.rules else 0,
        over=bool(party.rounds) and party.rounds[-1].over,
        finished=is_finished(party),
        standings=[
            PlayerStanding(
                one.player, party.names[one.player], one.place, one.total, one.fines, list(one.rounds)
            )
            for one in standings(party)
        ],
    )
