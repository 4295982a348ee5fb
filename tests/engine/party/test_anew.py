"""Test the new seating before the bell: for players who come or leave, and after a correction (PTY-4)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.party import (
    HUB,
    Entry,
    Fact,
    HubFact,
    Party,
    PartySetUp,
    PlayerEntered,
    PlayerLeft,
    PrizeWon,
    RoundBegun,
    RoundCounted,
    RoundRung,
    RoundScoreCorrected,
    SeatInitialled,
    TableReady,
    WinnersDrawn,
    due_facts,
    left_of,
    may_state,
    party_of,
    players_at,
    prize_of,
    standings,
    table_sizes,
    unready_tables,
    winners,
    with_entry,
)


class Evening:
    """A party in progress. The hub sends every fact that is due; the tables send the facts that the test
    gives."""

    def __init__(self, players: int, hands: int = 4, prizes: tuple[str, ...] = ()) -> None:
        self.party, self.entries = Party(), list[Entry]()
        people = (PlayerEntered(f"p{n:02}", f"Player {n}") for n in range(players))
        self.hub(*people, PartySetUp("Saturday", "lexicon-party", hands, 7, seed=5, prizes=prizes))

    def says(self, origin: str, *facts: Fact) -> None:
        for fact in facts:
            self.entries.append(Entry(origin, self.party.last_taken.get(origin, 0) + 1, fact))
            self.party = with_entry(self.party, self.entries[-1])

    def hub(self, *facts: HubFact) -> list[HubFact]:
        """Send `facts` of the hub, and then every fact of the hub that follows from the party's state.
        Return the facts that followed."""
        self.says(HUB, *facts)
        follows = list[HubFact]()
        while facts := due_facts(self.party, cut=True):
            assert len(follows) < 50, "the hub comes to no end"
            follows += facts
            self.says(HUB, *facts)
        return follows

    def ready(self) -> None:
        for table in unready_tables(self.party):
            number = len(self.party.rounds)
            self.says(str(table), TableReady(number, seats=self.party.rounds[-1].room[table]))
        self.hub()

    def counts(self, *hands: tuple[int, ...]) -> None:
        number = len(self.party.rounds)
        for table, seats in enumerate(self.party.rounds[-1].room):
            worth = iter(hands[table])
            self.says(str(table), RoundCounted(number, tuple(next(worth) if one else None for one in seats)))
            for seat, player in enumerate(seats):
                if player:
                    self.says(str(table), SeatInitialled(number, seat, left_of(seats, seat)))
        self.hub()


def test_who_leaves_before_the_bell_has_no_seat_and_few_others_move() -> None:
    evening = Evening(12)
    before = evening.party.rounds[0].room
    gone = before[1][2]
    (said,) = evening.hub(PlayerLeft(gone))
    assert isinstance(said, RoundBegun)
    after = evening.party.rounds[0].room
    assert len(evening.party.rounds) == 1
    assert sorted(one for table in after for one in players_at(table)) == sorted(evening.party.players)
    moved = [
        one for t, table in enumerate(after) for s, one in enumerate(table) if one and before[t][s] != one
    ]
    assert len(moved) <= 1


def test_who_comes_before_the_bell_plays_at_once() -> None:
    evening = Evening(8)
    evening.hub(PlayerEntered("late", "Lou"))
    room = evening.party.rounds[0].room
    assert "late" in {one for table in room for one in table}
    assert sorted(len(players_at(table)) for table in room) == [3, 3, 3]


def test_a_table_with_others_on_its_seats_is_asked_again_and_no_other() -> None:
    evening = Evening(8)
    room = evening.party.rounds[0].room
    evening.says("0", TableReady(1, seats=room[0]))
    evening.says("1", TableReady(1, seats=room[1]))
    evening.hub(PlayerLeft(room[1][0]))
    assert unready_tables(evening.party) == (1,)
    evening.ready()
    assert evening.party.rounds[0].rung


def test_once_the_bell_has_rung_everybody_stays_where_they_sit() -> None:
    evening = Evening(8)
    evening.ready()
    room = evening.party.rounds[0].room
    assert evening.hub(PlayerLeft(room[0][0]), PlayerEntered("late", "Lou")) == []
    assert evening.party.rounds[0].room == room


def test_a_corrected_score_moves_the_right_winner_before_the_bell() -> None:
    evening = Evening(8)
    evening.ready()
    evening.counts((10, 0, 25, 30), (7, 8, 9, 10))
    first, second = evening.party.rounds[0].room, evening.party.rounds[1].room
    assert first[0][1] in second[1]
    evening.hub(RoundScoreCorrected(1, first[0][1], 40))
    again = evening.party.rounds[1].room
    assert winners(evening.party, 1, 0) == (0,)
    assert first[0][0] in again[1]
    assert first[0][1] in again[0]


def test_a_tie_that_a_correction_makes_is_drawn_for() -> None:
    evening = Evening(8)
    evening.ready()
    evening.counts((10, 0, 25, 30), (7, 8, 9, 10))
    first = evening.party.rounds[0].room
    said = evening.hub(RoundScoreCorrected(1, first[0][1], 10))
    assert isinstance(said[0], WinnersDrawn)
    assert said[0].seats in {(0,), (1,)}
    assert first[0][said[0].seats[0]] in evening.party.rounds[1].room[1]


def test_a_corrected_score_after_the_bell_changes_the_standings_and_no_seat() -> None:
    evening = Evening(8)
    evening.ready()
    evening.counts((10, 0, 25, 30), (7, 8, 9, 10))
    evening.ready()
    second = evening.party.rounds[1].room
    first = evening.party.rounds[0].room
    assert evening.hub(RoundScoreCorrected(1, first[0][1], 40)) == []
    assert evening.party.rounds[1].room == second
    assert {one.player: one.rounds[0] for one in standings(evening.party)}[first[0][1]] == 40


def test_a_round_that_begins_again_after_the_bell_changes_nothing() -> None:
    evening = Evening(8)
    evening.ready()
    room = evening.party.rounds[0].room
    evening.says(HUB, RoundBegun(1, room[::-1]))
    assert evening.party.rounds[0].room == room


@settings(max_examples=40)
@given(st.integers(4, 15), st.data(), st.randoms(use_true_random=False))
def test_nobody_sits_twice_or_is_lost_whoever_comes_leaves_and_is_corrected(
    players: int, data: st.DataObject, chance: Random
) -> None:
    evening = Evening(players)
    came = 0
    for number in range(1, 4):
        for _ in range(data.draw(st.integers(0, 2), "changes")):
            here = evening.party.players
            if data.draw(st.booleans(), "comes") or len(here) <= 4:
                came += 1
                evening.hub(PlayerEntered(f"late{came}", f"Late {came}"))
            else:
                evening.hub(PlayerLeft(data.draw(st.sampled_from(here), "leaves")))
        if number > 1 and data.draw(st.booleans(), "corrects"):
            seats = [one for table in evening.party.rounds[-2].room for one in players_at(table)]
            one = data.draw(st.sampled_from(seats), "corrected")
            evening.hub(RoundScoreCorrected(number - 1, one, data.draw(st.integers(0, 60), "points")))
        room, here = evening.party.rounds[-1].room, evening.party.players
        sitting = [one for table in room for one in players_at(table)]
        assert len(sitting) == len(set(sitting)) == len(here) - table_sizes(len(here)).sitting_out
        assert set(sitting) <= set(here)
        evening.ready()
        assert evening.party.rounds[-1].rung
        hands = [tuple(data.draw(st.integers(0, 60)) for _ in range(4)) for _ in room]
        evening.counts(*hands)
        assert evening.party.rounds[number - 1].over
    shuffled = [*evening.entries, *evening.entries[:10]]
    chance.shuffle(shuffled)
    assert party_of(shuffled) == evening.party


def test_of_a_room_s_prize_word_the_first_to_spell_it_wins() -> None:
    evening = Evening(8, prizes=("KITTEN",))
    evening.ready()
    room = evening.party.rounds[0].room
    evening.says(HUB, PrizeWon(1, 1, 2, "KITTEN"), PrizeWon(1, 0, 0, "KITTEN"), PrizeWon(1, 0, 0, "HOUSE"))
    assert evening.party.prizes == {"KITTEN": (room[1][2],)}


def test_of_a_table_s_prize_word_everybody_wins_who_spells_it() -> None:
    evening = Evening(8, prizes=("KITTEN", "HOUSE"))
    evening.ready()
    room = evening.party.rounds[0].room
    assert [prize_of(evening.party, table) for table in (0, 1)] == ["KITTEN", "HOUSE"]
    for seat in (0, 3, 0):
        evening.says(HUB, PrizeWon(1, 0, seat, "KITTEN"))
    evening.says(HUB, PrizeWon(1, 1, 1, "KITTEN"))  # the other table's
    assert evening.party.prizes == {"KITTEN": (room[0][0], room[0][3])}


@pytest.mark.parametrize(
    ("fact", "may"),
    [
        (PrizeWon(1, 0, 0, "KITTEN"), True),
        (PrizeWon(1, 0, 0, "HOUSE"), False),
        (PrizeWon(2, 0, 0, "KITTEN"), False),
        (PrizeWon(1, 0, 4, "KITTEN"), False),
        (PrizeWon(1, 7, 0, "KITTEN"), False),
    ],
)
def test_the_steward_awards_a_prize_to_who_sits_there(fact: PrizeWon, may: bool) -> None:
    evening = Evening(8, prizes=("KITTEN",))
    assert may_state(evening.party, 0, fact) is may
    assert not may_state(evening.party, 1, fact)


def test_a_party_without_prize_words_awards_no_prize() -> None:
    evening = Evening(8)
    assert not may_state(evening.party, 0, PrizeWon(1, 0, 0, ""))
    evening.says(HUB, PrizeWon(1, 0, 0, ""))
    assert evening.party.prizes == {}


def test_the_bell_rings_when_every_table_is_ready_as_it_sits() -> None:
    evening = Evening(8)
    room = evening.party.rounds[0].room
    evening.says("0", TableReady(1, seats=room[1]))
    evening.says("1", TableReady(1, seats=room[1]))
    assert evening.hub() == []
    evening.says("0", TableReady(1))  # as tables that know nothing of seats say it
    assert evening.hub() == [RoundRung(1)]
