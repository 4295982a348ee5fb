"""Test letters that become other letters when turned: half turns of cards, quarter turns of square tiles.

The reader can't tell an M from an upside-down W, nor an N from a Z on its side. In these tests it never can:
each letter comes with all its alternatives, equally likely. The word's line settles it, then the word list. A
doubt that neither settles is reported with both letters.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from math import cos, radians, sin
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.layout import DoubtfulLetter, TwoWayWord, arrange, decide_letters, with_rotated_letters
from engine.observation import Observation, Point, Reading, Sighting
from engine.words import WordList

HALF: Final = {"M": "W", "W": "M"} | {letter: letter for letter in "HINOSXZ"}
QUARTER: Final = {
    "N": (("Z", 1), ("Z", 3)), "Z": (("N", 1), ("N", 3)), "C": (("U", 1),), "U": (("C", 3),),
    "O": (("O", 1), ("O", 3)), "X": (("X", 1), ("X", 3)),
}  # fmt: skip
"""For each letter, the letters that look like it on a square tile after a quarter turn: each with the
number of its clockwise quarter turns. A U turned once looks like a C."""

CARD: Final = (57.0, 89.0)
TILE: Final = (19.5, 19.5)
CLEAR: Final = 0.98


def _sighting(
    letter: str, at: Point, angle: float, size: tuple[float, float], rng: random.Random
) -> Sighting:
    """Return a sighting of which only the outline is clear. All letters that its letter becomes when turned
    are equally likely, and its list of corners begins at a random corner."""
    square = size[0] == size[1]
    may = [(letter, 0)] + ([(HALF[letter], 2)] if letter in HALF else [])
    may += QUARTER.get(letter, ()) if square else ()
    first = rng.choice(range(4) if square else (0, 2))
    right, down = (cos(radians(angle)), sin(radians(angle))), (-sin(radians(angle)), cos(radians(angle)))

    def corner(n: int) -> Point:
        i, j = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))[(n + first) % 4]
        across, along = i * size[0], j * size[1]
        return (
            at[0] + across * right[0] + along * down[0],
            at[1] + across * right[1] + along * down[1],
        )

    readings = tuple(Reading(what, (turns - first) % 4, CLEAR / len(may)) for what, turns in may)
    return Sighting((corner(0), corner(1), corner(2), corner(3)), "up", readings)


def _seen(word: str, size: tuple[float, float], angle: float = 0.0, seed: int = 1) -> Observation:
    """Return a word in a line at `angle`, with the cards in no particular order."""
    rng, pitch = random.Random(seed), 1.05 * size[0]
    step = (pitch * cos(radians(angle)), pitch * sin(radians(angle)))
    cards = [
        _sighting(letter, (400 + n * step[0], 400 + n * step[1]), angle, size, rng)
        for n, letter in enumerate(word)
    ]
    rng.shuffle(cards)
    return Observation(900, 900, tuple(cards))


def _texts(seen: Observation, words: WordList | None) -> list[str]:
    return [word.text for word in decide_letters(seen, arrange(seen, words), words).arrangement.words]


@pytest.mark.parametrize("angle", [0, 77, 180, 301])
@pytest.mark.parametrize("word", ["WIND", "MOWER", "MAW", "WOMAN"])
def test_one_clear_card_turns_the_ms_and_ws_of_its_word(word: str, angle: float) -> None:
    assert _texts(_seen(word, CARD, angle), None) == [word]


@pytest.mark.parametrize("angle", [0, 45, 90, 180, 262])
@pytest.mark.parametrize("word", ["CUT", "NUDE", "ZEN", "CHUNK", "DOZEN", "MUZZLE", "WINCE"])
def test_one_clear_tile_turns_the_ns_and_zs_and_cs_and_us(word: str, angle: float) -> None:
    for seed in range(4):
        assert _texts(_seen(word, TILE, angle, seed), None) == [word]


def test_the_list_settles_what_the_line_leaves_open() -> None:
    """MOM upside down is WOW, and each of its cards can be read either way up. The one that the word list
    has is read."""
    assert _texts(_seen("MOM", CARD), WordList.of(["MOM"])) == ["MOM"]
    assert _texts(_seen("MOM", CARD), WordList.of(["WOW"])) == ["WOW"]


def test_what_neither_settles_is_told_both_ways() -> None:
    words = WordList.of(["MOM", "WOW"])
    seen = _seen("MOM", CARD)
    (doubt,) = (
        d
        for d in decide_letters(seen, arrange(seen, words), words).arrangement.doubts
        if isinstance(d, TwoWayWord)
    )
    assert {doubt.text, doubt.other} == {"MOM", "WOW"}


@pytest.mark.parametrize(("letter", "other"), ["MW", "WM"])
def test_a_card_alone_may_be_either(letter: str, other: str) -> None:
    _told_as_either(_seen(letter, CARD, 33), letter, other)


@pytest.mark.parametrize(("letter", "other"), ["MW", "NZ", "ZN", "CU", "UC"])
def test_a_tile_alone_may_be_either(letter: str, other: str) -> None:
    for seed in range(4):
        _told_as_either(_seen(letter, TILE, 33, seed), letter, other)


def _told_as_either(seen: Observation, letter: str, other: str) -> None:
    words = WordList.of(["CUT"])
    decision = decide_letters(seen, arrange(seen, words), words)
    said = dict(decision.letters[0])
    assert said[letter] == pytest.approx(CLEAR / 2)
    assert said[other] == pytest.approx(CLEAR / 2)
    (doubt,) = decision.arrangement.doubts
    assert isinstance(doubt, DoubtfulLetter)
    assert {letter, other} <= {c for c, _ in doubt.letters}


@pytest.mark.parametrize("turned", [0, 90, 180])
def test_a_crossword_of_tiles_stands_as_its_clear_tiles_do(turned: float) -> None:
    """ZONE crosses NUN. Z, N, O and U can be read turned, too. The E alone shows which way up the tiles
    lie."""
    rng, a = random.Random(3), radians(turned)
    cells = [(letter, n, 0) for n, letter in enumerate("ZONE")] + [("U", 2, 1), ("N", 2, 2)]
    cards = tuple(
        _sighting(
            letter,
            (400 + 20 * (x * cos(a) - y * sin(a)), 400 + 20 * (x * sin(a) + y * cos(a))),
            turned, TILE, rng,
        )
        for letter, x, y in cells
    )  # fmt: skip
    words = WordList.of(["ZONE", "NUN"])
    seen = Observation(900, 900, cards)
    grid = decide_letters(seen, arrange(seen, words, "grid"), words).arrangement.grid
    assert grid is not None
    assert grid.rows == ("ZONE", "..U.", "..N.")


@pytest.mark.parametrize(("letter", "other"), ["MW", "WM", "NZ", "ZN", "CU", "UC"])
def test_what_the_eyes_are_sure_of_is_offered_both_ways_all_the_same(letter: str, other: str) -> None:
    for first in range(4):
        quad = _seen("E", TILE, 20, first).cards[0].corners
        sure = Observation(900, 900, (Sighting(quad, "up", (Reading(letter, first, 0.99),)),))
        ranked = dict(with_rotated_letters(sure).cards[0].letters())
        assert list(ranked) == [letter, other]
        assert ranked[other] > 0.02
        assert sum(ranked.values()) == pytest.approx(0.99)


def test_a_letter_on_its_head_is_read_the_same_in_a_word_and_by_itself(
    empty_table: Callable[..., Any],
) -> None:
    """The M of CAM lies upside down, so the word is read as CAW. The letter of that card is reported as W,
    too."""
    cards = [
        replace(s, readings=(Reading("M", (s.readings[0].turns + 2) % 4, 0.99),)) if n == 2 else s
        for n, s in enumerate(empty_table(3).word("CAM", 500, 400).seen().cards)
    ]
    seen = Observation(1200, 900, tuple(cards))
    (word,) = arrange(seen, None).words
    assert word.text == "CAW"
    assert [letters[0][0] for letters in word.letters] == ["C", "A", "W"]


def test_on_cards_that_tell_how_they_are_seen_only_half_turns_are_offered() -> None:
    quads = [card.corners for card in _seen("EEEE", CARD, 20).cards]
    others = [Sighting(quad, "up", (Reading("E", 0, 0.99),)) for quad in quads[1:]]
    for letter in "NZCUA":
        sure = Sighting(quads[0], "up", (Reading(letter, 0, 0.99),))
        assert with_rotated_letters(Observation(900, 900, (sure, *others))).cards[0] == sure


TURNS: Final = {"M": "W", "W": "M", "N": "Z", "Z": "N", "C": "U", "U": "C"}


@given(
    st.sampled_from(sorted(TURNS)),
    st.floats(0.3, 1.0),
    st.floats(0.0, 1.0),
    st.integers(0, 3),
    st.sampled_from([CARD, TILE, (57.0, 44.0)]),
    st.floats(0, 360),
)
def test_no_letter_that_turns_is_sure_by_its_shape_alone(
    letter: str, sure: float, rest: float, first: int, size: tuple[float, float], angle: float
) -> None:
    """Two cards do not tell the camera's tilt, so an N may be a Z from its side."""
    quad = _seen("E", size, angle, first).cards[0].corners
    said = (Reading(letter, first, sure), Reading("H", 0, (1 - sure) * rest))
    other = _seen("E", size, angle, first).cards[0]
    card = with_rotated_letters(Observation(900, 900, (Sighting(quad, "up", said), other))).cards[0]
    ranked = dict(card.letters())
    assert max(ranked.values()) < 0.9 or max(ranked, key=lambda c: ranked[c]) not in TURNS
    if max(ranked, key=lambda c: ranked[c]) in TURNS:
        assert ranked[TURNS[letter]] >= 0.02 * sure
    assert sum(ranked.values()) == pytest.approx(sure + (1 - sure) * rest)
    assert ranked.get("H", 0.0) == pytest.approx((1 - sure) * rest)


@given(st.sampled_from("MW"), st.integers(0, 3), st.floats(0.5, 1.0), st.floats(0, 360))
def test_print_beside_the_letter_says_which_of_both_it_is(
    letter: str, first: int, sure: float, angle: float
) -> None:
    """The reader may have taken it for either letter, and its outline may begin at any corner."""
    quad = _seen("E", TILE, angle, first).cards[0].corners
    for turns, said in ((first, letter), ((first + 2) % 4, TURNS[letter])):
        card = Sighting(quad, "up", (Reading(said, turns, sure),), printed_turns=first)
        (told,) = with_rotated_letters(Observation(900, 900, (card,))).cards
        assert told.best is not None
        assert told.best[0] == letter
        assert told.best[1] >= 0.94 * sure
        assert told.printed_turns == told.readings[0].turns == 0
        assert told.corners[0] == quad[first]


@pytest.mark.parametrize(("word", "turned"), [("WIND", 0), ("MOWER", 2), ("NUDE", 0), ("ZEBRA", 0)])
@pytest.mark.parametrize("told", ["nothing", "the line", "the other way up"])
def test_print_that_stands_on_its_head_speaks_against_the_line(word: str, turned: int, told: str) -> None:
    """The line of the word makes each letter sure. If the print beside a letter says that the tile stands
    the other way up, the letter is in doubt."""
    ahead = 2 if word[turned] in "MW" else 1
    way = {"nothing": None, "the line": 0, "the other way up": ahead}[told]
    laid = _row(word)
    cards = tuple(replace(c, printed_turns=way) if n == turned else c for n, c in enumerate(laid))
    seen = with_rotated_letters(Observation(900, 900, cards))
    for words in (None, WordList.of([word])):
        decision = decide_letters(seen, arrange(seen, words), words)
        assert (decision.letters[turned][0][1] >= 0.9) == (told != "the other way up")
        doubted = {d.card for d in decision.arrangement.doubts if isinstance(d, DoubtfulLetter)}
        assert doubted == ({turned} if told == "the other way up" else set())


def _row(word: str) -> list[Sighting]:
    """Return tiles in a row, surely read as the letters of `word`."""
    laid = []
    for n, letter in enumerate(word):
        x, y = 400 + 20.5 * n, 400.0
        quad = ((x, y), (x + 19.5, y), (x + 19.5, y + 19.5), (x, y + 19.5))
        laid.append(Sighting(quad, "up", (Reading(letter, 0, 0.99),)))
    return laid


@pytest.mark.parametrize(("word", "size"), [("WIND", CARD), ("MOWN", CARD), ("CUT", TILE), ("DOZEN", TILE)])
def test_an_offer_changes_no_letter_of_a_word(word: str, size: tuple[float, float]) -> None:
    """For each sure letter the reader also offers the letter that it becomes when turned, such as Z for N.
    Along the line of a word only one of the two is upright, so the word stays the same."""
    seen = _seen(word, size)
    sure = replace(
        seen,
        cards=tuple(replace(c, readings=(replace(c.readings[0], probability=0.99),)) for c in seen.cards),
    )
    before = decide_letters(sure, arrange(sure), None)
    offered = with_rotated_letters(sure)
    after = decide_letters(offered, arrange(offered), None)
    assert [w.text for w in after.arrangement.words] == [word]
    for was, now in zip(before.letters, after.letters, strict=True):
        assert now[0][0] == was[0][0]
        assert now[0][1] >= was[0][1] - (0.005 if set(word) - set("MOWN") else 0.06)
