"""Play whole hands of a party by the forms of its phones, in a few lines."""

from flask import Flask

from engine.party import NOBODY, left_of
from tests.web.party.conftest import Phone, phone
from tests.web.party.folded import FoldedRoom


def row(room: FoldedRoom, table: int) -> tuple[str, ...]:
    """Return the identifiers of the players at a table, by seat."""
    return room.latest().party.rounds[-1].room[table]


def at(app: Flask, room: FoldedRoom, table: int, seat: int = 0) -> Phone:
    """Return a phone of the player who now sits at this seat of the table."""
    return phone(app).player(room, row(room, table)[seat])


def everybody_ready(app: Flask, room: FoldedRoom, *, but: int | None = None) -> None:
    """Say at each table that it is ready. The bell rings once all are."""
    number = len(room.latest().party.rounds)
    for table in range(len(room.latest().party.rounds[-1].room)):
        if table != but:
            assert at(app, room, table).tap("/ready", round=number, ready="true").status_code == 202


def count(app: Flask, room: FoldedRoom, table: int, *points: int) -> None:
    """Enter the points of each hand on the phone of the table's first player."""
    number = len(room.latest().party.rounds)
    said = {
        f"points-{seat}": str(each) for seat, each in enumerate(points) if row(room, table)[seat] != NOBODY
    }
    assert at(app, room, table).tap("/count", round=number, **said).status_code == 202


def initial(app: Flask, room: FoldedRoom, table: int) -> None:
    """Let each player initial the score of the neighbour on the right."""
    number, seats = len(room.latest().party.rounds), row(room, table)
    for seat, player in enumerate(seats):
        if player != NOBODY:
            points = room.latest().party.card(number, table).reported[seat]
            neighbour = phone(app).player(room, seats[left_of(seats, seat)])
            assert neighbour.tap("/initial", round=number, seat=seat, points=points).status_code == 202


def played(app: Flask, room: FoldedRoom) -> None:
    """Play a whole hand: all tables are ready, the bell rings, every hand is counted without a tie, and all
    scores are initialled."""
    tables = len(room.latest().party.rounds[-1].room)
    everybody_ready(app, room)
    room.turn(3)
    for table in range(tables):
        count(app, room, table, *(10 + 7 * seat + table for seat in range(4)))
        if len(room.latest().party.rounds[-1].room) == tables:
            initial(app, room, table)
