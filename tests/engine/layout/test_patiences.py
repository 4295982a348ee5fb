"""Test tables of patiences, laid out with jitter and read back without pixels."""

from collections.abc import Callable, Sequence
from math import cos, radians, sin

import pytest

from engine.layout.patiences import KnownPlaces, SeenPiles, group_piles
from engine.observation import Observation
from tests.engine.conftest import Laid

Table = Callable[..., Laid]
FANNED = ["ABC", "DEF", "GJK", "LOP", "QRT", "UVW", "X", "YEA", "BAT"]


def texts(seen: SeenPiles, observation: Observation) -> list[str]:
    """Return the letters of each pile, with `#` for a card face down."""
    return ["".join(_face(observation, index) for index in pile) for pile in seen.piles]


def _face(observation: Observation, index: int) -> str:
    best = observation.cards[index].best
    return best[0] if best else "#"


def jittered(table: Laid, letter: str, x: float, y: float, angle: float = 0.0, *, up: bool = True) -> Laid:
    rng = table.rng
    return table.card(letter, x + rng.gauss(0, 3), y + rng.gauss(0, 3), angle + rng.gauss(0, 2), up=up)


def fans(table: Laid, piles: Sequence[str]) -> Laid:
    """Lay three rows of fans. The corner letter of each covered card shows above and left of the card on
    it."""
    for i, pile in enumerate(piles):
        for depth, letter in enumerate(pile):
            x, y = 150 + 130 * (i % 5) + 14 * depth, 120 + 160 * (i // 5) + 18 * depth
            table = jittered(table, letter, x, y)
    return table


@pytest.mark.parametrize("seed", range(6))
def test_fanned_piles_are_read_from_the_bottom_card_to_the_top(empty_table: Table, seed: int) -> None:
    observation = fans(empty_table(seed), FANNED).seen()
    seen = group_piles(observation, "piles", 18)
    assert texts(seen, observation) == FANNED
    assert seen.astray == ()


@pytest.mark.parametrize("seed", range(4))
def test_a_pile_is_known_again_by_its_place_when_others_are_used_up(empty_table: Table, seed: int) -> None:
    dealt = fans(empty_table(seed), FANNED).seen()
    first = group_piles(dealt, "piles", 18)
    left = ["AB", "DEF", "", "L", "QRT", "", "X", "YE", "BAT"]
    now = fans(empty_table(seed + 50), left).seen()
    again = group_piles(now, "piles", 18, KnownPlaces(first.places, first.angle))
    assert texts(again, now) == left


@pytest.mark.parametrize("seed", range(4))
def test_a_tableau_its_nest_and_the_card_turned_up(empty_table: Table, seed: int) -> None:
    table = empty_table(seed)
    for i, top in enumerate("RAZORBE"):
        table = jittered(table, top, 150 + 80 * i, 150)
    table = jittered(jittered(table, "A", 150, 420, up=False), "Q", 225, 420)
    observation = table.seen()
    seen = group_piles(observation, "tableau", 7)
    assert texts(seen, observation) == list("RAZORBE")
    assert [_face(observation, i) for i in (*seen.turned, *seen.stock)] == ["Q", "#"]


@pytest.mark.parametrize("seed", range(4))
def test_columns_and_what_closes_them(empty_table: Table, seed: int) -> None:
    columns = ["TILL", "JOT", "E#", "L", "T", "U", "AN", "O"]
    table = empty_table(seed)
    for i, column in enumerate(columns):
        for depth, letter in enumerate(column):
            table = jittered(
                table, letter.replace("#", "A"), 120 + 75 * i, 100 + 40 * depth, up=letter != "#"
            )
    table = jittered(jittered(table, "A", 900, 500, up=False), "N", 980, 500)
    observation = table.seen()
    seen = group_piles(observation, "columns", 8)
    assert texts(seen, observation) == columns
    assert [_face(observation, i) for i in (*seen.turned, *seen.stock)] == ["N", "#"]


@pytest.mark.parametrize("seed", range(4))
def test_a_circle_is_read_inwards_from_its_top_and_the_centre_last(empty_table: Table, seed: int) -> None:
    words = ["HO", "C", "BEA", "R", "A", "T", "LEAD", "S", "E", "Z", "B", "J", "CAR"]
    table = empty_table(seed)
    for hour, word in enumerate(words[:12]):
        a = radians(30 * hour)
        for depth, letter in enumerate(word):
            radius = 400 - 62 * depth
            table = jittered(table, letter, 600 + radius * sin(a), 450 - radius * cos(a))
    for i, letter in enumerate(words[12]):
        table = jittered(table, letter, 600 + 58 * i, 450)
    observation = table.seen()
    dealt = [(600 + 400 * sin(radians(30 * h)), 450 - 400 * cos(radians(30 * h))) for h in range(12)]
    seen = group_piles(observation, "circle", 13, KnownPlaces([*dealt, (600.0, 450.0)], 0.0))
    assert texts(seen, observation) == words


def test_the_deal_itself_shows_where_the_places_are(empty_table: Table) -> None:
    table = empty_table(1)
    for hour, letter in enumerate("HCBRATLSEZBJ"):
        a = radians(30 * hour)
        table = jittered(table, letter, 600 + 400 * sin(a), 450 - 400 * cos(a))
    observation = jittered(table, "D", 600, 450).seen()
    seen = group_piles(observation, "circle", 13)
    assert texts(seen, observation) == list("HCBRATLSEZBJD")
    assert len(seen.places) == 13


def test_an_empty_table_has_no_piles() -> None:
    assert group_piles(Observation(1000, 600), "piles", 18) == SeenPiles((), (), 0.0)
