"""Test the hands that move cards on the virtual table: every play ends in the intended position, one card
moves at a time, and no cards lie in a heap."""

import random
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.virtual.motions.board import GridPlace, play_grid, shift
from device.virtual.motions.motion_steps import Handling, Manner, MotionStep, NoRoom, discard, expose
from device.virtual.motions.words import matched, play_rows
from device.virtual.perfect_eye import observe
from device.virtual.tabletop.free_places import overlaps
from device.virtual.tabletop.state import Tabletop, card_oblong, scene
from engine.layout import arrange
from engine.position import Grid, Rows

STORY = [
    ("MOTHER",),
    ("MOTHER", "HAT"),
    ("SMOTHERED", "HAT"),
    ("SMOTHERED", "HAT", "FAR"),
    ("SMOTHERED", "THATCHED", "FAR"),
    ("SMOTHERED", "THATCHED", "FAIRY"),
    ("SMOTHERED", "THATCHED", "FAIRY", "EXPERT"),
    ("SMOTHERED", "THATCHED", "FAIRY", "EXPORT"),
]


def table(seed: int) -> tuple[Tabletop, random.Random]:
    rng = random.Random(seed)
    return expose(Tabletop(1100, 620, stock=30), "Q", Manner(rng)), rng


def story(seed: int) -> list[tuple[Rows, Rows, Handling]]:
    top, rng = table(seed)
    before, told = Rows(), []
    for number, words in enumerate(STORY):
        side = (0.0, 180.0, 90.0)[number % 3]
        hands = Handling(top, Manner(rng, seat=side, facing=180.0 if side == 180 else 0.0))
        play_rows(hands, before, Rows(words))
        told.append((before, Rows(words), hands))
        before, top = Rows(words), hands.top
    return told


def still(motion: list[MotionStep]) -> list[Tabletop]:
    return [motion_step.top for motion_step in motion if motion_step.reach is None]


@pytest.mark.parametrize("seed", range(4))
def test_what_was_played_is_what_a_good_eye_reads(seed: int) -> None:
    for _, after, hands in story(seed):
        seen = arrange(observe(scene(hands.top), random.Random(seed)), None, "rows")
        assert sorted(w.text for w in seen.words) == sorted(after.words)
        assert not seen.lone
        assert seen.exposed is not None
        assert len(seen.stock) == 1


@pytest.mark.parametrize("seed", range(4))
def test_still_pictures_differ_by_one_card(seed: int) -> None:
    for before, after, hands in story(seed):
        counts = [len("".join(before.words)), *(sum(map(len, t.words)) for t in still(hands.motion))]
        assert all(abs(b - a) <= 1 for a, b in pairwise(counts))
        assert counts[-1] == len("".join(after.words))


@pytest.mark.parametrize("seed", range(4))
def test_words_stay_apart_and_on_the_table(seed: int) -> None:
    top = story(seed)[-1][2].top
    cards = [(i, card_oblong(c)) for i, word in enumerate(top.words) for c in word]
    corners = [corner for _, card in cards for corner in card.corners()]
    assert all(0 < x < top.width and 0 < y < top.height for x, y in corners)
    for (i, a), (j, b) in combinations(cards, 2):
        assert i == j or not overlaps(a, b)


def test_moth_grows_letter_by_letter() -> None:
    top, rng = table(1)
    hands = Handling(top, Manner(rng))
    play_rows(hands, Rows(), Rows(("MOTH",)))
    laid = ["".join(c.letter for c in t.words[0]) for t in still(hands.motion)]
    assert laid == ["M", "MO", "MOT", "MOTH"]


def test_taking_back_leaves_the_table_as_it_was() -> None:
    top, rng = table(3)
    hands = Handling(top, Manner(rng))
    play_rows(hands, Rows(), Rows(("FAR", "CAT")))
    play_rows(hands, Rows(("FAR", "CAT")), Rows(("FAIRY", "CAT", "DOG")))
    play_rows(hands, Rows(("FAIRY", "CAT", "DOG")), Rows(("FAR", "CAT")))
    assert ["".join(c.letter for c in word) for word in hands.top.words] == ["FAR", "CAT", ""]
    seen = arrange(observe(scene(hands.top), rng), None, "rows")
    assert sorted(w.text for w in seen.words) == ["CAT", "FAR"]


def test_a_master_is_laid_as_a_master() -> None:
    top, rng = table(5)
    hands = Handling(top, Manner(rng))
    play_rows(hands, Rows(), Rows(("CaT",)))
    assert [c.letter for c in hands.top.words[0]] == ["C", "?", "T"]
    play_rows(hands, Rows(("CaT",)), Rows(("CAT",)))
    assert [c.letter for c in hands.top.words[0]] == ["C", "A", "T"]


def test_a_full_table_has_no_room() -> None:
    top, rng = table(6)
    hands = Handling(top, Manner(rng))
    play_rows(hands, Rows(), Rows(("SMOTHERED",) * 4))
    with pytest.raises(NoRoom):
        play_rows(hands, Rows(("SMOTHERED",) * 4), Rows(("SMOTHERED",) * 9))


@pytest.mark.parametrize(("take_exposed", "exposed", "stock"), [(False, "QZ", 28), (True, "Z", 29)])
def test_discarding(take_exposed: bool, exposed: str, stock: int) -> None:
    top, rng = table(7)
    hands = Handling(top, Manner(rng))
    discard(hands, "Z", take_exposed=take_exposed)
    assert "".join(c.letter for c in hands.top.exposed) == exposed
    assert hands.top.stock == stock
    seen = observe(scene(hands.top), rng)
    assert [c.best[0] for c in seen.cards if c.best] == ["Z"]


GRIDS = [
    ("GAME",),
    (".S..", "GAME", ".L..", ".T.."),
    ("..S..", ".GAME", "..L.O", "..TOE"),
]


def test_a_crossword_grows_to_every_side_and_is_read_back() -> None:
    rng = random.Random(2)
    top = expose(Tabletop(1400, 788, stock=30), "Q", Manner(rng))
    before, board = Grid(), None
    for rows in GRIDS:
        hands = Handling(top, Manner(rng))
        board = play_grid(hands, before, Grid(rows), board)
        before, top = Grid(rows), hands.top
        seen = arrange(observe(scene(top), rng), None, "grid")
        assert seen.grid is not None
        assert [r.strip(".") for r in seen.grid.rows] == [r.strip(".") for r in rows]


def test_a_crossword_can_be_taken_back() -> None:
    rng = random.Random(2)
    hands = Handling(Tabletop(1400, 788, stock=30), Manner(rng))
    board = play_grid(hands, Grid(), Grid(("GAME",)), None)
    longer = play_grid(hands, Grid(("GAME",)), Grid(GRIDS[1]), board)
    again = play_grid(hands, Grid(GRIDS[1]), Grid(("GAME",)), longer)
    assert "".join(c.letter for c in hands.top.words[0]) == "GAME"
    assert close(again, board)


def close(a: GridPlace, b: GridPlace) -> bool:
    return abs(a.x - b.x) < 1e-6 and abs(a.y - b.y) < 1e-6


def test_a_grid_is_matched_by_its_cards() -> None:
    old = {(0, 0): "G", (0, 1): "A"}
    assert shift(old, {(2, 1): "G", (2, 2): "A", (1, 2): "S"}) == (2, 1)
    assert shift({}, old) == (0, 0)


@given(st.text("ABC", max_size=7), st.text("ABC", max_size=7))
@settings(max_examples=60, deadline=None)
def test_matched_cards_are_the_same_and_keep_their_order(before: str, after: str) -> None:
    kept = matched(before, after)
    assert all(before[old] == after[new] for new, old in kept.items())
    olds = [kept[new] for new in sorted(kept)]
    assert olds == sorted(set(olds))


def test_every_card_of_an_inserted_word_is_kept() -> None:
    assert len(matched("MOTHER", "SMOTHERED")) == 6
    assert len(matched("HAT", "THATCHED")) == 3
