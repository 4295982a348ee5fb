"""Test that the reader looks again at a higher resolution if the pieces in a picture are small."""

from collections import Counter
from functools import cache

import pytest

from device.words.lists import load as load_words
from engine.layout import arrange
from engine.shared.scene import LyingCard, Scene
from vision.crops import Outline, Picture
from vision.pieces.detect import LOOK_SIDE_PIXELS, MAX_LOOK_SIDE_PIXELS, choose_look_pixels
from vision.reader import PhotoReading, Reader
from vision.render.table import virtual_table

WIDE = 3200
"""The width of the table in the picture, mm. It is so wide that a card is only 11 pixels wide in the
reader's first look, for which the picture is reduced to 640 pixels."""


def pieces(narrow: float, score: float = 0.9, count: int = 5) -> list[Outline]:
    """Return the outlines of `count` pieces in a picture 2,304 pixels long. Their short side is `narrow`
    pixels."""
    return [Outline(100.0 * n, 100, 1.6 * narrow, narrow, 0.0, score) for n in range(count)]


@pytest.mark.parametrize(
    ("seen", "longest", "look"),
    [
        (pieces(110), 2304, LOOK_SIDE_PIXELS),
        (pieces(400), 2304, LOOK_SIDE_PIXELS),
        (pieces(80), 2304, MAX_LOOK_SIDE_PIXELS),
        (pieces(98), 2304, 896),
        (pieces(40), 2304, MAX_LOOK_SIDE_PIXELS),
        (pieces(25), 900, 900),  # no more pixels than that
        (pieces(20), 640, LOOK_SIDE_PIXELS),
        ([*pieces(110), *pieces(30, 0.26, 9)], 2304, LOOK_SIDE_PIXELS),  # faint outlines do not count
        ([], 2304, MAX_LOOK_SIDE_PIXELS),
    ],
)
def test_small_pieces_are_looked_for_more_closely(seen: list[Outline], longest: int, look: int) -> None:
    assert choose_look_pixels(seen, longest) == look


def far(words: tuple[str, ...]) -> Picture:
    """Return a picture of the given words on a dark table, seen from so far above that their cards are
    small."""
    cards = [
        LyingCard(c, 0.3 * WIDE + 62 * n, 400 + 440 * row, 3.0 * n)
        for row, word in enumerate(words)
        for n, c in enumerate(word)
    ]
    return virtual_table((2304, 1296), 1, "club")(Scene(WIDE, WIDE * 9 / 16, tuple(cards)), 0)


@cache
def read(words: tuple[str, ...], *before: str) -> PhotoReading:
    """Return the reading of a table with these words. If `before` is given, the picture before it showed
    the words `before`."""
    return Reader.load().read(far(words), "cards", read(before) if before else None)


@pytest.mark.parametrize("before", [(), ("GAMES", "TABLE")])
def test_cards_from_far_above_are_read_and_so_is_what_is_added(before: tuple[str, ...]) -> None:
    seen = read(("GAMES", "TABLE", "CARDS"), *before)
    words = Counter(word.text for word in arrange(seen.observation, load_words()).words)
    assert words == Counter(["GAMES", "TABLE", "CARDS"])
