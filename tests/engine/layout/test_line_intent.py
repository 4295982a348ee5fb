"""Test strewn tiles that lie in lines by chance: each keeps its own reading."""

from math import cos, radians, sin

import pytest

from engine.layout import Decision, arrange, decide_letters
from engine.layout.line_intent import mixed_by_intent
from engine.layout.line_readings import DirectedReading
from engine.layout.spelling import letters_at_turns
from engine.observation import Observation, Point, Reading, Sighting
from engine.words import WordList

SIDE = 20.0


def tile(n: int, readings: dict[tuple[str, int], float], turn: int) -> Sighting:
    """Return tile number `n` of a row, turned by `turn` quarter turns. `readings` maps each letter and turn
    to its probability."""
    x, y = 100 + n * (SIDE + 0.5), 100.0
    quad: list[Point] = [(x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)]
    said = [Reading(letter, turns, p) for (letter, turns), p in readings.items()]
    first, second, third, fourth = quad[turn:] + quad[:turn]
    return Sighting((first, second, third, fourth), "up", tuple(said))


def row(*turns: int, letters: str = "EAKTB", sure: float = 0.97) -> Decision:
    """Decide the letters of tiles side by side. Return the decision. Tile n is turned by `turns[n]` quarter
    turns; by sight it is letter n of `letters`, with probability `sure`."""
    tiles = tuple(tile(n, {(letters[n], 0): sure}, turn) for n, turn in enumerate(turns))
    seen = Observation(600, 400, tiles)
    words = WordList.of(["TABLE"])
    return decide_letters(seen, arrange(seen, words), words)


@pytest.mark.parametrize("turns", [(0, 1, 2), (3, 2, 1), (1, 3, 0)])
def test_strewn_tiles_are_as_sure_as_they_look(turns: tuple[int, ...]) -> None:
    for letter, ranked in zip("EAKTB", row(*turns).letters, strict=False):
        assert ranked[0][0] == letter
        assert ranked[0][1] > 0.9


def test_in_a_word_one_tile_that_stands_otherwise_stays_in_doubt() -> None:
    tiles = [tile(n, {(letter, 0): 0.97}, int(n == 3)) for n, letter in enumerate("EAKTB")]
    letters = tuple(letters_at_turns(sighting, 3 if n == 3 else 0) for n, sighting in enumerate(tiles))
    (way,) = mixed_by_intent((DirectedReading(tuple(range(5)), letters),), (0.0,), tiles)
    assert way.letters[3][0][1] < 0.3
    assert all(way.letters[n][0][1] > 0.95 for n in (0, 1, 2, 4))


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_the_line_still_settles_what_reads_either_way(turn: int) -> None:
    """A tile reads as M one way up and as W the other. It lies in a row with A and K, which can be read one
    way up only. So the tile is an M."""
    either = {("M", 0): 0.49, ("W", 2): 0.49}
    tiles = (tile(0, {("A", 0): 0.99}, turn), tile(1, either, turn), tile(2, {("K", 0): 0.99}, turn))
    angle = radians(90 * turn)
    turned = tuple(_about(sighting, angle) for sighting in tiles) if turn % 2 else tiles
    seen = Observation(600, 400, turned)
    letters = decide_letters(seen, arrange(seen, None)).letters
    assert letters[1][0][0] == "M"
    assert letters[1][0][1] > 0.9


def _about(sighting: Sighting, angle: float) -> Sighting:
    """Return the tile turned about the point (300, 200) by `angle`, radians."""
    flat = [(x - 300, y - 200) for x, y in sighting.corners]
    spun = [(300 + x * cos(angle) - y * sin(angle), 200 + x * sin(angle) + y * cos(angle)) for x, y in flat]
    first, second, third, fourth = spun
    return Sighting((first, second, third, fourth), "up", sighting.readings)
