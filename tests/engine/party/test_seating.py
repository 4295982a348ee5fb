"""Test the seating: no player sits twice or is left out, and the tables that are short of a player rotate
(PTY-1, PTY-4)."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.party import NOBODY, earlier_rounds, moved_up, players_at, seated, shuffled, table_sizes
from engine.rules.party import Room

COUNTS = st.integers(3, 60)


def people(count: int) -> tuple[str, ...]:
    return tuple(f"p{number:02}" for number in range(count))


def everybody(room: Room) -> list[str]:
    return sorted(player for table in room for player in players_at(table))


@pytest.mark.parametrize(
    ("players", "four", "three", "out"),
    [
        (2, 0, 0, 2),
        (3, 0, 1, 0),
        (4, 1, 0, 0),
        (5, 1, 0, 1),
        (6, 0, 2, 0),
        (7, 1, 1, 0),
        (9, 0, 3, 0),
    ],
)
def test_tables_of_four_and_as_few_of_three_as_can_be(players: int, four: int, three: int, out: int) -> None:
    found = table_sizes(players)
    assert (found.four, found.three, found.sitting_out) == (four, three, out)


@given(st.integers(0, 5000))
def test_every_number_of_players_is_seated(players: int) -> None:
    found = table_sizes(players)
    assert 4 * found.four + 3 * found.three + found.sitting_out == players
    assert found.three <= 3
    assert found.sitting_out == (players if players < 3 else players == 5)


@given(COUNTS, st.integers(0, 1000))
def test_the_draw_is_the_same_for_a_seed_whoever_came_first(count: int, seed: int) -> None:
    assert shuffled(people(count), seed) == shuffled(reversed(people(count)), seed)
    assert sorted(shuffled(people(count), seed)) == list(people(count))


def test_another_seed_is_another_draw() -> None:
    assert len({shuffled(people(12), seed) for seed in range(20)}) == 20


@given(COUNTS, st.data())
def test_an_evening_seats_everybody_once_whoever_wins_comes_and_goes(count: int, data: st.DataObject) -> None:
    here, rooms, number = list(people(count)), list[Room](), count
    room: Room = seated((), shuffled(here, 7), earlier_rounds((), ()))
    for _ in range(data.draw(st.integers(1, 6), "rounds")):
        rooms.append(room)
        needed = table_sizes(len(here))
        assert len(everybody(room)) == len(set(everybody(room))) == len(here) - needed.sitting_out
        assert set(everybody(room)) <= set(here)
        assert Counter(len(players_at(table)) for table in room) == Counter(
            {4: needed.four, 3: needed.three}
        ) - Counter({4: 0})
        won = [(data.draw(st.sampled_from([s for s in range(4) if table[s] != NOBODY])),) for table in room]
        gone = data.draw(st.sets(st.sampled_from(here), max_size=3), "gone")
        here = [one for one in here if one not in gone]
        for _ in range(data.draw(st.integers(0, 3), "come")):
            here.append(f"p{number:02}")
            number += 1
        room = seated(moved_up(room, won), shuffled(here, 7), earlier_rounds(rooms, here))


@given(st.integers(1, 12), st.data())
def test_in_full_tables_winners_alone_move(tables: int, data: st.DataObject) -> None:
    here = people(4 * tables)
    room = seated((), here, earlier_rounds((), ()))
    won = [data.draw(st.integers(0, 3)) for _ in range(tables)]
    moved = seated(moved_up(room, [(seat,) for seat in won]), here, earlier_rounds([room], here))
    for table, seat in enumerate(won):
        there = (table + 1) % tables
        expected = list(room[there])
        expected[won[there]] = room[table][seat]
        assert moved[there] == tuple(expected)


def test_two_winners_move_on_at_keyword_and_a_table_left_out_is_passed_over() -> None:
    room = (("a", "b", "c", "d"), ("e", "f", "g", "h"), ("i", "j", "k", "l"))
    assert moved_up(room, [(0, 1), (2, 3), (0, 3)]) == (
        ("i", "l", "c", "d"),
        ("e", "f", "a", "b"),
        ("g", "j", "k", "h"),
    )
    assert moved_up(room, [(0,), (), (3,)]) == (("l", "b", "c", "d"), room[1], ("i", "j", "k", "a"))


@given(st.integers(5, 45), st.randoms(use_true_random=False))
def test_short_tables_and_sitting_out_go_round(count: int, chance: Random) -> None:
    """Twelve rounds are played with random winners."""
    here, rooms = people(count), list[Room]()
    room = seated((), here, earlier_rounds((), ()))
    for number in range(12):
        rooms.append(room)
        won = [(chance.choice([s for s in range(4) if table[s] != NOBODY]),) for table in room]
        room = seated(moved_up(room, won), shuffled(here, number), earlier_rounds(rooms, here))
    before = earlier_rounds(rooms, here)
    for burden, most in ((before.hands_at_three, 4), (before.hands_sat_out, 1)):
        borne = [burden[one] for one in here]
        assert max(borne) - min(borne) <= most


@given(st.integers(6, 30), st.integers(0, 1000), st.randoms(use_true_random=False))
def test_who_has_no_seat_meets_as_few_again_as_by_any_single_exchange(
    count: int, seed: int, chance: Random
) -> None:
    """All players of two tables are unseated. No exchange of two of them would make fewer meet again."""
    here, rooms = people(count), list[Room]()
    room = seated((), here, earlier_rounds((), ()))
    for number in range(4):
        rooms.append(room)
        won = [(chance.choice([s for s in range(4) if table[s] != NOBODY]),) for table in room]
        room = seated(moved_up(room, won), shuffled(here, number), earlier_rounds(rooms, here))
    before = earlier_rounds(rooms, here)
    bare = tuple((NOBODY,) * 4 if at < 2 else table for at, table in enumerate(room))
    found = seated(bare, shuffled(here, seed), before)
    free = [one for table in room[:2] for one in players_at(table)]

    def met(tables: Room) -> int:
        return sum(before.meetings(one, table) for table in tables for one in players_at(table))

    for one, other in combinations(free, 2):
        change = {one: other, other: one}
        assert met(found) <= met(tuple(tuple(change.get(each, each) for each in table) for table in found))


def test_who_is_free_goes_where_the_fewest_are_known() -> None:
    room = (("a", "b", "c", "d"), ("e", "f", "g", "h"))
    again = (("a", "b", "c", NOBODY), ("e", "f", "g", NOBODY))
    found = seated(again, ("d", "h", "a", "b", "c", "e", "f", "g"), earlier_rounds([room], "abcdefgh"))
    assert found == (("a", "b", "c", "h"), ("e", "f", "g", "d"))
