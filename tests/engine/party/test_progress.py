"""Test that a party advances by itself as far as it can, and waits where it must (PTY-2, PTY-3, PTY-5)."""

from typing import get_args

from engine.party import (
    FACT_NAMES,
    HUB,
    Entry,
    Fact,
    Party,
    PartySetUp,
    PlayerEntered,
    PlayerLeft,
    RoundCounted,
    RoundOver,
    RoundRung,
    SeatInitialled,
    TableLeftOut,
    TableReady,
    WinnersDrawn,
    due_facts,
    is_finished,
    left_of,
    party_of,
    unready_tables,
    with_entry,
)


def begun(players: int = 8, hands: int = 1, game: str = "lexicon-party") -> Party:
    facts: list[Fact] = [PlayerEntered(f"p{n}", f"Player {n}") for n in range(players)]
    facts.append(PartySetUp("Saturday", game, hands=hands, minutes=7, seed=5))
    party = party_of(Entry(HUB, n, fact) for n, fact in enumerate(facts, 1))
    return says(party, HUB, *due_facts(party, cut=True))


def says(party: Party, origin: str, *facts: Fact) -> Party:
    for fact in facts:
        party = with_entry(party, Entry(origin, party.last_taken.get(origin, 0) + 1, fact))
    return party


def counted(party: Party, table: int, *points: int) -> Party:
    seats, number = party.rounds[-1].room[table], len(party.rounds)
    initials = (SeatInitialled(number, seat, left_of(seats, seat)) for seat in range(4))
    return says(party, str(table), RoundCounted(number, points), *initials)


def test_the_bell_waits_for_every_table_that_is_not_left_out() -> None:
    party = says(begun(), "0", TableReady(1))
    assert (due_facts(party, cut=True), unready_tables(party)) == ((), (1,))
    assert due_facts(says(party, HUB, TableLeftOut(1, 1)), cut=True) == (RoundRung(1),)
    assert due_facts(says(party, "1", TableReady(1)), cut=True) == (RoundRung(1),)


def test_a_round_closes_once_every_score_is_initialled_and_every_tie_cut() -> None:
    party = says(begun(), "0", TableReady(1))
    party = says(party, "1", TableReady(1))
    party = counted(says(party, HUB, RoundRung(1)), 0, 0, 3, 5, 9)
    assert due_facts(party, cut=True) == ()
    party = counted(party, 1, 4, 4, 6, 8)
    assert due_facts(party, cut=False) == ()
    (drawn,) = due_facts(party, cut=True)
    assert isinstance(drawn, WinnersDrawn)
    assert drawn.table == 1
    assert drawn.seats in {(0,), (1,)}
    party = says(party, HUB, drawn)
    assert due_facts(party, cut=True) == (RoundOver(1),)
    party = says(party, HUB, RoundOver(1))
    assert is_finished(party)
    assert due_facts(party, cut=True) == ()


def test_who_is_sure_to_move_on_at_keyword_does_not_draw() -> None:
    party = says(begun(4, game="keyword-party"), "0", TableReady(1))
    party = counted(says(party, HUB, RoundRung(1)), 0, 9, 20, 9, 9)
    (drawn,) = due_facts(party, cut=True)
    assert isinstance(drawn, WinnersDrawn)
    assert len(drawn.seats) == 2
    assert 1 in drawn.seats


def test_nothing_is_due_before_three_players_have_come() -> None:
    assert due_facts(Party(), cut=True) == ()
    assert due_facts(begun(2, hands=0), cut=True) == ()


def test_a_hand_closes_although_too_few_players_stay() -> None:
    party = says(begun(4, hands=2), "0", TableReady(1))
    party = says(party, HUB, RoundRung(1), PlayerLeft("p0"), PlayerLeft("p1"))
    party = counted(party, 0, 0, 3, 5, 9)
    assert due_facts(party, cut=True) == (RoundOver(1),)
    assert due_facts(says(party, HUB, RoundOver(1)), cut=True) == ()


def test_every_fact_has_a_name() -> None:
    assert set(FACT_NAMES.values()) == set(get_args(Fact))
