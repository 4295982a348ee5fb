import re
from dataclasses import replace
from itertools import combinations
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.conftest import Caller
from web.drawing import Disc, discs, likelihood_adverb, outline, square_runs, summary
from web.snapshot import Corners, Mark, Notice, Picture, Snapshot
from web.snapshot_hub import SnapshotHub

UPRIGHT: Corners = ((0.4, 0.2), (0.5, 0.2), (0.5, 0.5), (0.4, 0.5))
UPSIDE_DOWN: Corners = ((0.5, 0.5), (0.4, 0.5), (0.4, 0.2), (0.5, 0.2))
AT_THE_EDGE: Corners = ((0.0, 0.7), (0.1, 0.7), (0.1, 1.0), (0.0, 1.0))
PICTURE = Picture(1, 1000, 500)


def test_an_outline_is_in_pixels() -> None:
    assert outline(Mark("c0", UPRIGHT, "A"), PICTURE) == "400,100 500,100 500,250 400,250"


def _card(x: float, y: float, *, turned: bool = False, doubtful: bool = False) -> Mark:
    """Return a card with its upper left corner at (x, y). Its size is 0.05 by 0.16, in shares of the
    picture."""
    low = y + 0.16
    corners = ((x, y), (x + 0.05, y), (x + 0.05, low), (x, low))
    first, second, third, fourth = corners
    return Mark("c0", (third, fourth, first, second) if turned else corners, "A", 0.5, doubtful)


def _over(disc: Disc, mark: Mark) -> bool:
    """Return True if a disc covers a part of an upright card."""
    (left, top), (right, low) = (min(mark.corners), max(mark.corners))
    x = min(max(disc.x, left * PICTURE.width), right * PICTURE.width)
    y = min(max(disc.y, top * PICTURE.height), low * PICTURE.height)
    return hypot(disc.x - x, disc.y - y) < disc.r


def _drawn(*marks: Mark) -> list[Disc]:
    return [disc for _, disc in discs(Picture(1, 1000, 500, marks))]


def test_only_cards_in_doubt_have_a_chip() -> None:
    back = Mark("c2", UPSIDE_DOWN, None, doubtful=True)
    marks = (_card(0.1, 0.1), _card(0.3, 0.1, doubtful=True), back)
    assert [mark for mark, _ in discs(Picture(1, 1000, 500, marks))] == [marks[1]]


@pytest.mark.parametrize(("turned", "below"), [(False, True), (True, False)])
def test_a_chip_lies_below_the_letter_whichever_way_it_faces(turned: bool, below: bool) -> None:
    (disc,) = _drawn(_card(0.4, 0.4, turned=turned, doubtful=True))
    assert disc.x == 425
    assert (disc.y > 280) == below
    assert (disc.y < 200) != below


def test_a_chip_goes_aside_for_a_neighbour_and_for_the_edge_of_the_picture() -> None:
    doubtful, under = _card(0.4, 0.4, doubtful=True), _card(0.4, 0.56)
    (above,) = _drawn(doubtful, under)
    assert above.y < 200
    (aside,) = _drawn(doubtful, under, _card(0.4, 0.24))
    assert aside.x > 450
    (edge,) = _drawn(Mark("c0", AT_THE_EDGE, "A", 0.5, doubtful=True))
    assert edge.y < 350


def test_in_the_middle_of_a_crossword_there_is_no_room_for_a_chip() -> None:
    around = [_card(0.4 + dx, 0.4 + dy) for dx, dy in ((0.05, 0), (-0.05, 0), (0, 0.16), (0, -0.16))]
    assert _drawn(_card(0.4, 0.4, doubtful=True), *around) == []


@given(st.lists(st.tuples(st.integers(0, 18), st.integers(0, 5), st.booleans()), unique_by=lambda c: c[:2]))
def test_no_chip_ever_covers_a_card_or_another_chip(cells: list[tuple[int, int, bool]]) -> None:
    marks = [_card(0.05 * x, 0.16 * y, doubtful=doubtful) for x, y, doubtful in cells]
    drawn = _drawn(*marks)
    assert not any(_over(disc, mark) for disc in drawn for mark in marks)
    assert all(hypot(a.x - b.x, a.y - b.y) >= a.r + b.r - 0.1 for a, b in combinations(drawn, 2))
    assert all(d.r <= d.x <= 1000 - d.r and d.r <= d.y <= 500 - d.r for d in drawn)


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.99, "almost certainly"),
        (0.9, "almost certainly"),
        (0.7, "probably"),
        (0.3, "perhaps"),
        (0.01, "hardly"),
    ],
)
def test_a_chance_is_said_in_words(share: float, said: str) -> None:
    assert likelihood_adverb(share) == said


def test_a_board_is_drawn_as_runs_of_alike_squares_and_its_key_squares_on_them() -> None:
    drawn = square_runs(("rR.gg", "r.#.g", ".###.", "y.#.b", "yY.B+"))
    assert [(a.column, a.length, a.css_class) for a in drawn if a.row == 0] == [
        (0, 2, "red"),
        (2, 1, "plain"),
        (3, 2, "green"),
        (1, 1, "key"),
    ]
    assert [(a.column, a.length) for a in drawn if a.css_class == "dark"] == [(2, 1), (1, 3), (2, 1)]
    assert [(a.column, a.row) for a in drawn if a.css_class == "key"] == [(1, 0), (1, 4), (3, 4), (4, 4)]


def test_the_overlay_is_said_in_words() -> None:
    marks = (Mark("c0", UPRIGHT, "A", 0.5, True), Mark("c1", UPRIGHT, "B"), Mark("c2", UPRIGHT, None))
    shot = Picture(1, 1000, 500, marks)
    assert summary(shot) == "The table as the camera sees it: 2 cards read, 1 doubtful."


SURE = "I am sure of every card."
MOVING = "I read the cards when nothing moves."


@pytest.mark.parametrize(
    ("moving", "doubtful", "notices", "shown"),
    [
        (False, False, (), {SURE}),
        (False, True, (), {"doubtful"}),
        (True, False, (), {MOVING}),
        (True, True, (), {"doubtful"}),
        (False, False, (Notice("glare", "A card reflects the light.", "Move the lamp."),), set()),
    ],
)
def test_the_caption_claims_no_more_than_the_picture_shows(
    hub: SnapshotHub,
    client: Caller,
    table: Snapshot,
    moving: bool,
    doubtful: bool,
    notices: tuple[Notice, ...],
    shown: set[str],
) -> None:
    marks = (Mark("c0", UPRIGHT, "A", 0.6 if doubtful else 0.99, doubtful),)
    picture = replace(PICTURE, marks=marks, moving=moving)
    hub.publish(replace(table, picture=picture, messages=replace(table.messages, notices=notices)))
    captions = re.findall("<figcaption>(.*?)</figcaption>", client.get("/").text)
    assert {re.sub("<[^>]*>", "", caption).strip() for caption in captions} == shown
