"""Test that each part of a phone's view is rendered again when it has changed, so that the phone never
shows an old part."""

from dataclasses import replace
from random import Random

import pytest

from engine.events import ChallengeVerdict
from engine.party import (
    NOBODY,
    CallRuled,
    Entry,
    HubFact,
    PlayerEntered,
    PlayerLeft,
    RoundCounted,
    RoundScoreCorrected,
    SeatInitialled,
    StewardCalled,
    TableFact,
    TableLeftOut,
    TableReady,
    left_of,
    with_entry,
)
from tests.web.party.folded import FoldedRoom, begun
from web.party import live_parts
from web.party.live_parts import PhonePage, page_content
from web.party.party_service import FactRefusedError
from web.party.phone_view import PhoneView, phone_view
from web.party.state import Moments, PartyMoment

Said = tuple[int | None, TableFact | HubFact]
"""A fact with its sender: the number of a table, or None for the host."""


def anything(rng: Random, room: FoldedRoom) -> Said:
    """Return a random fact with its sender. A phone or a steward could send it, but it need not make sense
    now."""
    party = room.latest().party
    number = len(party.rounds)
    table = rng.randrange(len(party.rounds[-1].room))
    row = party.rounds[-1].room[table]
    seat = rng.choice([at for at, one in enumerate(row) if one != NOBODY])
    points = tuple(None if one == NOBODY else rng.randrange(60) for one in row)
    calls = sum(at == table for at, _ in party.calls)
    verdict: ChallengeVerdict = rng.choice(["word good", "word bad", "misspelt"])
    said: list[Said] = [
        (table, TableReady(number, rng.random() < 0.8, row)),
        (table, RoundCounted(number, points)),
        (table, SeatInitialled(number, seat, left_of(row, seat))),
        (table, StewardCalled(number, calls + 1, "KITTEN", seat, left_of(row, seat))),
        (None, CallRuled(table, max(1, calls), verdict)),
        (None, TableLeftOut(number, table)),
        (None, PlayerEntered(f"late-{rng.random()}", f"Late {rng.randrange(99)}")),
        (None, PlayerLeft(rng.choice(party.players))),
        (None, RoundScoreCorrected(rng.randint(1, number), rng.choice(party.players), rng.randrange(60))),
    ]
    return rng.choice([*said[:3] * 3, *said])


def whole_hand(room: FoldedRoom, step: int) -> list[Said]:
    """Return the facts of a whole hand at all tables of a party: each table is ready, reports its points,
    and its players initial them. The points grow with `step`, so hands differ."""
    party = room.latest().party
    number, rows = len(party.rounds), list(enumerate(party.rounds[-1].room))
    said: list[Said] = [(table, TableReady(number, seats=row)) for table, row in rows]
    for table, row in rows:
        points = tuple(None if one == NOBODY else step + 7 * at for at, one in enumerate(row))
        said.append((table, RoundCounted(number, points)))
        sits = [seat for seat, one in enumerate(row) if one != NOBODY]
        said += [(table, SeatInitialled(number, seat, left_of(row, seat))) for seat in sits]
    return said


@pytest.mark.parametrize("seed", range(8))
def test_a_phone_shows_what_there_is_whatever_happens(seed: int) -> None:
    rng, room, moments = Random(seed), begun([f"Player {n}" for n in range(22)], hands=4, cut=True), Moments()
    phones = {one: PhonePage((one,)) for one in room.latest().party.players}
    for step in range(150):
        said = whole_hand(room, step) if step % 30 == 29 else [anything(rng, room)]
        for number, (table, fact) in enumerate(said):
            try:
                if table is None:
                    room.host_says((fact,), f"{step}-{number}")  # type: ignore[arg-type]
                else:
                    room.table_says(table, fact, f"{step}-{number}")  # type: ignore[arg-type]
            except FactRefusedError:
                continue
            if rng.random() < 0.2:
                room.turn(rng.choice([0.5, 3.0, 430.0]))
            moment = moments.of(room.latest())
            for one, own in phones.items():
                if rng.random() < 0.5:  # a phone may miss moments
                    assert own(moment) == page_content(moment, phone_view(moment, (one,)))
    assert len(room.latest().party.rounds) > 1


def test_a_tap_is_worked_out_for_its_table_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    room, moments, asked = begun([f"Player {n}" for n in range(40)]), Moments(), list[str]()

    def noted(moment: PartyMoment, players: tuple[str, ...]) -> PhoneView:
        asked.extend(players)
        return phone_view(moment, players)

    monkeypatch.setattr(live_parts, "phone_view", noted)
    phones = [PhonePage((one,)) for one in room.latest().party.players]
    for own in phones:
        own(moments.of(room.latest()))
    asked.clear()
    row = room.latest().party.rounds[-1].room[3]
    room.table_says(3, TableReady(1, seats=row), "ready")
    for own in phones:
        assert own(moments.of(room.latest())).wait.table_count == 9
    assert set(asked) == set(row)


def test_a_fact_that_comes_too_early_changes_no_page_of_the_room() -> None:
    moments, status = Moments(), begun().latest()
    before = moments.of(status).stamps
    later = with_entry(status.party, Entry("0", 9, TableReady(1)))
    assert moments.of(replace(status, number=status.number + 1, party=later)).stamps == before
