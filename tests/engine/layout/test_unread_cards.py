"""Test that a row with unread cards stays one word, and that no card is invented on bare table."""

from collections.abc import Callable
from dataclasses import replace
from math import cos, radians, sin
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.layout import DoubtfulLetter, arrange, decide_letters, with_unread_cards
from engine.observation import Observation, Point, Quad
from engine.shared.scene import CARD_HEIGHT, CARD_WIDTH
from engine.words import WordList
from tests.engine.conftest import Laid

WORDS: Final = WordList.of(["HOUSE", "HORSE", "HO", "FIFTEEN", "SMIRKED", "SMOKED", "CAT"])
STEP: Final = 1.04


def _laid(text: str, angle: float = 0.0, step: float = STEP) -> Laid:
    import random

    return Laid(random.Random(7)).word(text, 600, 450, angle, step=step)


def _quad(card: Any, wide: float = CARD_WIDTH, high: float = CARD_HEIGHT, turn: float = 0.0) -> Quad:
    a = radians(card.angle + turn)

    def corner(i: float, j: float) -> Point:
        x, y = i * wide, j * high
        return card.x + x * cos(a) - y * sin(a), card.y + x * sin(a) + y * cos(a)

    return corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)


def _without(laid: Laid, *gaps: int) -> tuple[Observation, list[Quad]]:
    """Return the observation without some cards of the word, and the places of these cards."""
    seen = replace(laid, cards=tuple(c for n, c in enumerate(laid.cards) if n not in gaps)).seen()
    return seen, [_quad(laid.cards[n]) for n in gaps]


def _texts(seen: Observation, words: WordList | None = WORDS) -> list[str]:
    decision = decide_letters(seen, arrange(seen, words), words)
    return sorted(word.text for word in decision.arrangement.words)


@given(
    st.sampled_from(["HOUSE", "FIFTEEN", "SMIRKED"]),
    st.data(),
    st.floats(0, 360),
    st.floats(0.75, 1.25),
    st.integers(0, 3),
)
def test_a_word_with_unread_cards_is_one_word(
    text: str, data: st.DataObject, angle: float, step: float, first: int
) -> None:
    """The unread cards may be anywhere in the word, which may be turned. An outline may begin at any
    corner."""
    gaps = data.draw(st.sets(st.integers(0, len(text) - 1), min_size=1, max_size=2))
    seen, places = _without(_laid(text, angle, step), *gaps)
    found = with_unread_cards(seen, [(*quad[first:], *quad[:first]) for quad in places])  # type: ignore[misc]
    assert found.added_shapes == frozenset(range(len(gaps)))
    (said,) = _texts(found.observation)
    assert said in {_gapped(text, gaps), _gapped(text, gaps)[::-1]}


def _gapped(text: str, gaps: set[int]) -> str:
    return "".join("?" if n in gaps else letter for n, letter in enumerate(text))


def test_a_gap_is_told_as_a_card_that_cannot_be_made_out() -> None:
    seen, places = _without(_laid("HOUSE"), 2)
    whole = with_unread_cards(seen, places).observation
    decision = decide_letters(whole, arrange(whole, WORDS), WORDS)
    (doubt,) = decision.arrangement.doubts
    assert doubt == DoubtfulLetter(4, ())
    assert decision.letters[4] == ()
    assert decision.arrangement.roles[4] == "word"


def test_on_bare_cloth_nothing_is_made_up() -> None:
    seen, _ = _without(_laid("HOUSE"), 2)
    assert with_unread_cards(seen, []).observation == seen
    assert _texts(with_unread_cards(seen, []).observation) == ["HO", "SE"]


@pytest.mark.parametrize("apart", [(0.0, 1.2), (0.9, 0.6), (3.0, 0.0)])
def test_what_lies_beside_a_row_is_no_part_of_it(apart: tuple[float, float]) -> None:
    laid = _laid("CAT")
    last = laid.cards[-1]
    there = replace(last, x=last.x + apart[0] * CARD_WIDTH, y=last.y + apart[1] * CARD_HEIGHT)
    found = with_unread_cards(laid.seen(), [_quad(there)])
    assert not found.added_shapes
    assert _texts(found.observation) == ["CAT"]


@pytest.mark.parametrize("turn", [45.0, 90.0])
def test_what_lies_across_a_row_is_no_part_of_it(turn: float) -> None:
    laid = _laid("CAT")
    last = laid.cards[-1]
    assert not with_unread_cards(
        laid.seen(), [_quad(replace(last, x=last.x + 1.2 * CARD_WIDTH), turn=turn)]
    ).added_shapes


def test_a_plate_beside_a_row_is_no_part_of_it() -> None:
    laid = _laid("CAT")
    plate = _quad(replace(laid.cards[-1], x=laid.cards[-1].x + 150), wide=220, high=225)
    assert not with_unread_cards(laid.seen(), [plate]).added_shapes


def test_half_of_one_card_and_half_of_the_next_is_none() -> None:
    laid = _laid("HOUSE")
    one, two = laid.cards[1:3]
    assert not with_unread_cards(laid.seen(), [_quad(replace(one, x=(one.x + two.x) / 2))]).added_shapes


def test_one_letter_alone_makes_no_row() -> None:
    laid = _laid("AT")
    seen, places = _without(laid, 1)
    assert not with_unread_cards(seen, places).added_shapes


@pytest.mark.parametrize(("hidden", "text"), [((2,), "HO?SE"), ((1, 2), "H??SE")])
def test_what_hides_cards_between_two_of_a_row_leaves_them_room(hidden: tuple[int, ...], text: str) -> None:
    """A sleeve covers one or two cards of HOUSE. The word is completed with one or two unread cards, as
    many as have room under the sleeve."""
    laid = _laid("HOUSE")
    seen, _ = _without(laid, *hidden)
    middle = sum(laid.cards[n].x for n in hidden) / len(hidden)
    sleeve = _quad(replace(laid.cards[hidden[0]], x=middle), wide=0.8 * CARD_WIDTH * len(hidden), high=50)
    found = with_unread_cards(seen, [], [sleeve])
    assert _texts(found.observation) == [text]
    assert not found.added_shapes


def test_a_back_between_two_letters_is_a_card_that_nobody_can_read() -> None:
    laid = _laid("HOUSE")
    cards = [replace(c, face_up=n != 2) for n, c in enumerate(laid.cards)]
    assert _texts(with_unread_cards(replace(laid, cards=tuple(cards)).seen(), []).observation) == ["HO?SE"]


def test_the_stock_beside_a_word_is_no_card_of_it() -> None:
    laid = _laid("HOUSE")
    cards = [replace(c, face_up=n != 4) for n, c in enumerate(laid.cards)]
    seen = replace(laid, cards=tuple(cards)).seen()
    assert with_unread_cards(seen, []).observation == seen


def test_rows_of_tiles_stay_as_they_are(empty_table: Callable[..., Any]) -> None:
    """One tile of HOUSE is not seen. No unread tile is put there: the bare squares of a board look like
    unread tiles."""
    laid = replace(empty_table(1), shape=(19.0, 19.0)).word("HOUSE", 300, 300)
    seen = replace(laid, cards=(*laid.cards[:2], *laid.cards[3:])).seen()
    assert not with_unread_cards(seen, [_quad(laid.cards[2], 19, 19)]).added_shapes
