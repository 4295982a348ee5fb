"""Write the results of a party for spreadsheets and for programs."""

import csv
from io import StringIO
from typing import Any

import msgspec

from engine.party import NOBODY, Party, is_finished, scores, standings, winners
from engine.shared.spreadsheet_cells import safe_cell


def as_csv(party: Party) -> str:
    """Return the results as CSV, with a row for each player, the best first: place, name, total, fines, and
    for each hand the points and the table. In a hand without a score of the player, the points are the
    round's mean and the table is empty."""
    text = StringIO()
    writer = csv.writer(text)
    hands = range(1, len(party.rounds) + 1)
    heads = [f"{what} {number}" for number in hands for what in ("hand", "table")]
    writer.writerow(["place", "player", "total", "fines", *heads])
    own = _own_scores(party)
    for standing in standings(party):
        cells: list[object] = [standing.place, party.names[standing.player], standing.total, standing.fines]
        for number, points in enumerate(standing.rounds, 1):
            seat_facts = own.get((number, standing.player))
            cells += [points, seat_facts["table"] if seat_facts else None]
        writer.writerow(map(safe_cell, cells))
    return text.getvalue()


def as_json(party: Party) -> bytes:
    """Return the whole party as JSON: the agreed rules, every player's standing with each hand, and every
    call to the steward. Tables, seats and hands count from 1. `own` is false for a hand in which the
    player has no score of their own; the round's mean counts instead."""
    rules, own = party.rules, _own_scores(party)
    players = [
        {
            "place": one.place,
            "name": party.names[one.player],
            "total": one.total,
            "fines": one.fines,
            "left": one.player in party.departed,
            "hands": [
                {"hand": number, "points": points, "own": (number, one.player) in own}
                | own.get((number, one.player), {})
                for number, points in enumerate(one.rounds, 1)
            ],
        }
        for one in standings(party)
    ]
    values = {
        "party": rules.name if rules else "",
        "game": rules.game if rules else "",
        "hands": rules.hands if rules else 0,
        "minutes": rules.minutes if rules else 0,
        "played": sum(one.over for one in party.rounds),
        "finished": is_finished(party),
        "players": players,
        "calls": _calls(party),
        "prizes": {word: [party.names[one] for one in who] for word, who in party.prizes.items()},
    }
    return msgspec.json.encode(values) + b"\n"


def _own_scores(party: Party) -> dict[tuple[int, str], dict[str, Any]]:
    """Return each player's table, seat and `moves` (True if the player won the table) in each hand, by the
    number of the hand and the player. Hands in which the player has no score are left out."""
    seats_by_player: dict[tuple[int, str], dict[str, Any]] = {}
    for number, party_round in enumerate(party.rounds, 1):
        for table, seats in enumerate(party_round.room):
            points, won = scores(party, number, table), winners(party, number, table)
            for seat, player in enumerate(seats):
                if player != NOBODY and points[player] is not None:
                    seats_by_player[number, player] = {
                        "table": table + 1,
                        "seat": seat + 1,
                        "moves": seat in won,
                    }
    return seats_by_player


def _calls(party: Party) -> list[dict[str, Any]]:
    calls = []
    for (table, number), call in sorted(party.calls.items()):
        known = 1 <= call.round <= len(party.rounds) and table < len(party.rounds[call.round - 1].room)
        seats = party.rounds[call.round - 1].room[table] if known else ()
        names = [
            party.names.get(seats[at], "") if 0 <= at < len(seats) else "" for at in (call.by, call.against)
        ]
        calls.append(
            {
                "hand": call.round,
                "table": table + 1,
                "word": call.word,
                "by": names[0],
                "against": names[1],
                "ruling": party.verdicts.get((table, number)),
            }
        )
    return calls
