"""Test that the state of a party follows from its facts, in whatever order a network delivers
them (PTY-*)."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.party import (
    HUB,
    CallRuled,
    Entry,
    Fact,
    Party,
    PartySetUp,
    PlayerEntered,
    PlayerForgotten,
    PlayerLeft,
    RoundBegun,
    RoundCounted,
    RoundOver,
    RoundScoreCorrected,
    SeatInitialled,
    StewardCalled,
    TableLeftOut,
    TableReady,
    WinnersDrawn,
    contenders,
    fines,
    left_of,
    next_room,
    party_of,
    players_at,
    scores,
    standings,
    tables_without_scores,
    undecided,
    winners,
    with_entry,
)
from engine.rules.party import Room

SET_UP = PartySetUp("Saturday", "lexicon-party", hands=3, minutes=7, seed=5)
KEYWORD = PartySetUp("Saturday", "keyword-party", hands=3, minutes=40, seed=5)
FULL = ((10, 0, 25, 30), (7, 8, 9, 10))


class Evening:
    """A party in progress: the facts of each origin so far, and the party that they add up to."""

    def __init__(self, players: int, rules: PartySetUp = SET_UP) -> None:
        self.entries: list[Entry] = []
        self.party = Party()
        self.says(HUB, rules, *(PlayerEntered(f"p{n:02}", f"Player {n}") for n in range(players)))

    def says(self, origin: str, *facts: Fact) -> None:
        for fact in facts:
            number = 1 + sum(entry.origin == origin for entry in self.entries)
            self.entries.append(Entry(origin, number, fact))
            self.party = with_entry(self.party, self.entries[-1])

    def begins(self) -> Room:
        room = next_room(self.party)
        self.says(HUB, RoundBegun(len(self.party.rounds) + 1, room))
        return room

    def counts(self, table: int, points: Sequence[int], *, initials: bool = True) -> None:
        number = len(self.party.rounds)
        seats = self.party.rounds[-1].room[table]
        held = iter(points)
        counted = tuple(next(held) if player else None for player in seats)
        self.says(str(table), RoundCounted(number, counted))
        for seat, player in enumerate(seats):
            if player and initials:
                self.says(str(table), SeatInitialled(number, seat, left_of(seats, seat)))

    def ends(self) -> None:
        self.says(HUB, RoundOver(len(self.party.rounds)))


def played(points: Sequence[Sequence[int]] = FULL, rules: PartySetUp = SET_UP) -> Evening:
    evening = Evening(4 * len(points), rules)
    evening.begins()
    for table, each in enumerate(points):
        evening.counts(table, each)
    return evening


def test_a_score_counts_once_the_left_hand_neighbour_has_initialled_it() -> None:
    evening = Evening(8)
    room = evening.begins()
    evening.counts(0, FULL[0], initials=False)
    assert set(scores(evening.party, 1, 0).values()) == {None}
    evening.says("0", SeatInitialled(1, 0, 2))  # sits opposite
    assert scores(evening.party, 1, 0)[room[0][0]] is None
    evening.says("0", SeatInitialled(1, 0, 1))
    assert scores(evening.party, 1, 0)[room[0][0]] == 10
    assert tables_without_scores(evening.party) == (0, 1)


def test_counting_again_takes_the_initials_back() -> None:
    evening = played()
    evening.says("0", RoundCounted(1, (11, 0, 25, 30)))
    assert set(scores(evening.party, 1, 0).values()) == {None}


def test_the_lowest_moves_up_and_at_keyword_the_two_highest() -> None:
    assert [winners(played().party, 1, table) for table in (0, 1)] == [(1,), (0,)]
    keyword = played(rules=KEYWORD).party
    assert [winners(keyword, 1, table) for table in (0, 1)] == [(2, 3), (2, 3)]


def test_the_room_moves_as_its_winners_do() -> None:
    evening = played()
    evening.ends()
    before, after = evening.party.rounds[0].room, next_room(evening.party)
    assert after[1][0] == before[0][1]
    assert after[0][1] == before[1][0]
    assert [after[0][seat] for seat in (0, 2, 3)] == [before[0][seat] for seat in (0, 2, 3)]


def test_players_who_tie_cut_before_anybody_moves() -> None:
    evening = played(((5, 5, 9, 5), (7, 8, 9, 10)))
    assert undecided(evening.party) == {0: (0, 1, 3)}
    evening.says(HUB, WinnersDrawn(1, 0, (2,)))  # has not tied
    assert undecided(evening.party) == {0: (0, 1, 3)}
    evening.says(HUB, WinnersDrawn(1, 0, (3,)))
    assert winners(evening.party, 1, 0) == (3,)
    assert undecided(evening.party) == {}


def test_at_keyword_a_better_player_moves_on_however_the_others_cut() -> None:
    evening = played(((9, 20, 9, 3), (1, 2, 3, 4)), KEYWORD)
    assert contenders(evening.party, 1, 0) == (0, 1, 2)
    evening.says(HUB, WinnersDrawn(1, 0, (0, 2)))
    assert winners(evening.party, 1, 0) == ()
    evening.says(HUB, WinnersDrawn(1, 0, (0, 1)))
    assert winners(evening.party, 1, 0) == (0, 1)


def test_what_the_steward_corrects_is_followed_by_everything_after_it() -> None:
    evening = played()
    evening.ends()
    room = evening.party.rounds[0].room
    evening.says(HUB, RoundScoreCorrected(1, room[0][0], 0), RoundScoreCorrected(1, room[0][1], 40))
    assert winners(evening.party, 1, 0) == (0,)
    assert next_room(evening.party)[1][0] == room[0][0]
    assert {one.player: one.total for one in standings(evening.party)}[room[0][1]] == 40


def test_a_word_that_is_wrong_costs_fifty_and_one_that_is_misspelt_nothing() -> None:
    evening = played()
    room = evening.party.rounds[0].room
    evening.says("1", StewardCalled(1, 1, "PARIS", 2, 0), StewardCalled(1, 2, "QUEU", 2, 3))
    evening.says(HUB, CallRuled(1, 1, "word bad"), CallRuled(1, 2, "misspelt"))
    assert fines(evening.party) == {room[1][0]: 50}
    evening.ends()
    assert {one.player: one.total for one in standings(evening.party)}[room[1][0]] == 57


def test_a_table_left_out_is_not_waited_for_and_its_players_get_the_rounds_mean() -> None:
    evening = Evening(8)
    room = evening.begins()
    evening.counts(0, (10, 20, 30, 40))
    evening.says(HUB, TableLeftOut(1, 1))
    assert tables_without_scores(evening.party) == ()
    evening.ends()
    assert {one.total for one in standings(evening.party) if one.player in room[1]} == {25}
    assert set(players_at(next_room(evening.party)[1])) == set(room[1])


def test_the_lowest_total_wins_equals_share_a_place_and_who_left_wins_nothing() -> None:
    evening = played()
    evening.ends()
    room = evening.party.rounds[0].room
    evening.says(HUB, PlayerLeft(room[0][1]))
    found = standings(evening.party)
    assert [one.total for one in found] == [7, 8, 9, 10, 10, 25, 30, 0]
    assert [one.place for one in found] == [1, 2, 3, 4, 4, 6, 7, 8]
    assert found[-1].player == room[0][1]


def test_the_highest_total_wins_at_keyword() -> None:
    evening = played(rules=KEYWORD)
    evening.ends()
    assert [one.total for one in standings(evening.party)] == [30, 25, 10, 10, 9, 8, 7, 0]


def test_somebody_who_comes_late_sits_in_the_next_round_at_the_mean_of_what_was_missed() -> None:
    evening = played()
    evening.says(HUB, PlayerEntered("late", "Lou"))
    evening.ends()
    mean = round(sum(map(sum, FULL)) / 8)
    assert {one.player: one.total for one in standings(evening.party)}["late"] == mean
    assert "late" in {one for table in evening.begins() for one in table}


def test_a_name_is_forgotten_and_the_score_stays() -> None:
    evening = played()
    evening.ends()
    before = [one.total for one in standings(evening.party)]
    evening.says(HUB, PlayerForgotten("p03"))
    assert evening.party.names["p03"] == "?"
    assert [one.total for one in standings(evening.party)] == before


@pytest.mark.parametrize(
    ("origin", "fact"),
    [
        ("0", RoundOver(1)),
        ("0", RoundScoreCorrected(1, "p00", 0)),
        (HUB, RoundCounted(1, (0, 0, 0, 0))),
        ("zero", RoundCounted(1, (0, 0, 0, 0))),
        (HUB, RoundBegun(7, ())),
        (HUB, RoundOver(9)),
    ],
)
def test_what_an_origin_may_not_say_changes_nothing(origin: str, fact: Fact) -> None:
    evening = played()
    before = evening.party
    evening.says(origin, fact)
    assert (evening.party.rounds, evening.party.cards) == (before.rounds, before.cards)
    assert evening.party.corrected_scores == before.corrected_scores


def whole_evening(data: st.DataObject, players: int, rounds: int) -> Evening:
    evening = Evening(players)
    for number in range(1, rounds + 1):
        room = evening.begins()
        for table, seats in enumerate(room):
            evening.says(str(table), TableReady(number))
            count = len(players_at(seats))
            points = data.draw(st.lists(st.integers(0, 60), min_size=count, max_size=count, unique=True))
            evening.counts(table, points)
        if data.draw(st.booleans()):
            evening.says(str(0), StewardCalled(number, number, "PARIS", 0, 1))
            evening.says(HUB, CallRuled(0, number, data.draw(st.sampled_from(["word bad", "misspelt"]))))
        evening.ends()
        if data.draw(st.booleans()):
            evening.says(HUB, PlayerEntered(f"late{number}", "Lou"))
        if data.draw(st.booleans()):
            evening.says(HUB, PlayerLeft(evening.party.players[0]))
    return evening


@settings(max_examples=40)
@given(st.data(), st.integers(6, 14), st.integers(1, 4), st.randoms(use_true_random=False))
def test_any_order_and_any_repetition_come_to_the_same_party(
    data: st.DataObject, players: int, rounds: int, chance: Random
) -> None:
    evening = whole_evening(data, players, rounds)
    sent = [*evening.entries, *chance.sample(evening.entries, len(evening.entries) // 2)]
    chance.shuffle(sent)
    found = party_of(sent)
    assert found == evening.party
    assert not found.early_entries
    assert standings(found) == standings(evening.party)


@settings(max_examples=40)
@given(st.data(), st.integers(6, 14), st.integers(1, 4))
def test_totals_equal_an_independent_recount(data: st.DataObject, players: int, rounds: int) -> None:
    evening = whole_evening(data, players, rounds)
    rooms = {e.fact.round: e.fact.room for e in evening.entries if isinstance(e.fact, RoundBegun)}
    own, totals = dict[tuple[int, str], int](), Counter[str]()
    for entry in evening.entries:
        if isinstance(entry.fact, RoundCounted):
            seats = rooms[entry.fact.round][int(entry.origin)]
            for player, points in zip(seats, entry.fact.points, strict=True):
                if points is not None:
                    own[entry.fact.round, player] = points
    for number, group in groupby(sorted(own), key=lambda key: key[0]):
        of_round = {player: own[number, player] for _, player in group}
        mean = round(sum(of_round.values()) / len(of_round))
        for player in evening.party.names:
            totals[player] += of_round.get(player, mean)
    for player, fine in fines(evening.party).items():
        totals[player] += fine
    assert {one.player: one.total for one in standings(evening.party)} == totals


def test_a_fact_that_is_missing_holds_up_its_own_table_alone() -> None:
    evening = played()
    lost = next(e for e in evening.entries if isinstance(e.fact, RoundCounted) and e.origin == "0")
    found = party_of(entry for entry in evening.entries if entry != lost)
    assert set(scores(found, 1, 0).values()) == {None}
    assert winners(found, 1, 1) == (0,)
    assert with_entry(found, lost) == evening.party
