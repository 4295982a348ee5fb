"""Test that neither the stock nor the exposed card is taken for a card of a nearby word, or for the first
card of a new one."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.layout import arrange
from engine.observation import Point, Reading, Sighting
from engine.words import WordList
from tests.engine.layout.conftest import texts

Table = Callable[..., Any]


def test_stock_and_exposed_card_are_told_from_words(empty_table: Table, words: WordList) -> None:
    seen = empty_table(10).word("CAT", 300, 300).piles("K").seen()
    arrangement = arrange(seen, words)
    by_role = {role: seen.cards[i] for i, role in enumerate(arrangement.roles)}
    assert by_role["stock"].face == "down"
    assert arrangement.exposed is not None
    assert seen.cards[arrangement.exposed].best is not None
    assert seen.cards[arrangement.exposed].letters()[0][0] == "K"
    assert sorted(str(r) for r in arrangement.roles) == ["exposed", "stock", "word", "word", "word"]


def test_the_exposed_pile_may_lie_askew(empty_table: Table, words: WordList) -> None:
    table = empty_table(11).word("CAT", 300, 300).piles("K").card("B", 903, 405, 6).card("D", 897, 396, 24)
    arrangement = arrange(table.seen(), words)
    assert [w.text for w in arrangement.words] == ["CAT"]
    assert arrangement.roles.count("exposed") == 3


@pytest.mark.parametrize("wide", [0, 1, 2])
@pytest.mark.parametrize("angle", [0.0, 100.0])
def test_overlapping_cards_beside_the_stock_are_a_word_though_one_seems_too_wide(
    empty_table: Table, words: WordList, wide: int, angle: float
) -> None:
    """Cards overlap, and the outline of one is found too wide, so that it reaches over its neighbour. The
    three cards are a word all the same."""
    seen = empty_table(13).word("CAT", 300, 300, angle, step=0.55).piles("K", 300, 410).seen()
    cards = tuple(_widened(c, 1.3) if c.best and c.best[0] == "CAT"[wide] else c for c in seen.cards)
    arrangement = arrange(replace(seen, cards=cards), words)
    assert [w.text for w in arrangement.words] == ["CAT"]


def _widened(card: Sighting, times: float) -> Sighting:
    """Return the card with its right side too far out: `times` the true width away from the left side."""
    (a, b, c, d) = card.corners
    return replace(card, corners=(a, _beyond(a, b, times), _beyond(d, c, times), d))


def _beyond(one: Point, other: Point, times: float) -> Point:
    return (one[0] + times * (other[0] - one[0]), one[1] + times * (other[1] - one[1]))


def test_a_word_that_points_at_the_exposed_card_is_told_from_it(empty_table: Table, words: WordList) -> None:
    """A card beside the stock lies almost in line with ALMOST. It is the exposed card, unless the word list
    has NALMOST."""
    table = empty_table(12).card("A", 190, 210, up=False).word("ALMOST", 450, 300)
    near = table.card("N", 450 - 3.5 * 57 * 1.04 - 22, 296).seen()
    arrangement = arrange(near, WordList.of(["ALMOST"]))
    assert [w.text for w in arrangement.words] == ["ALMOST"]
    assert arrangement.exposed is not None
    assert near.cards[arrangement.exposed].letters()[0][0] == "N"
    assert texts(near, WordList.of(["NALMOST", "ALMOST"])) == ["NALMOST"]


def test_the_last_letter_of_a_word_downwards_is_no_exposed_card(empty_table: Table) -> None:
    """The word downwards ends near the stock. Its last letter, U, is not the exposed card."""
    table = empty_table(13).card("A", 400, 600, up=False)
    for n, letter in enumerate("POILU"):
        table = table.card(letter, 500, 150 + 91 * n)
    for n, letter in ((-1, "M"), (1, "N"), (2, "X")):
        table = table.card(letter, 500 + 59 * n, 150 + 91 * 2)
    arrangement = arrange(table.seen(), WordList.of(["POILU", "MINX"]))
    assert sorted(w.text for w in arrangement.words) == ["MINX", "POILU"]
    assert arrangement.exposed is None
    beside = table.card("K", 330, 600).seen()
    apart = arrange(beside, WordList.of(["POILU", "MINX"]))
    assert apart.exposed is not None
    assert beside.cards[apart.exposed].letters()[0][0] == "K"
    assert sorted(w.text for w in apart.words) == ["MINX", "POILU"]


@pytest.mark.parametrize("gap", [4, 6, 8])
def test_the_exposed_card_may_lie_as_far_off_as_cards_of_a_word_do(empty_table: Table, gap: float) -> None:
    table = empty_table(12).card("A", 190, 210, up=False).word("ALMOST", 450, 300)
    near = table.card("N", 450 - 3.5 * 57 * 1.04 - gap, 300).seen()
    arrangement = arrange(near, WordList.of(["ALMOST"]))
    assert [w.text for w in arrangement.words] == ["ALMOST"]
    assert arrangement.exposed is not None
    assert near.cards[arrangement.exposed].letters()[0][0] == "N"


def test_it_is_told_from_a_word_of_cards_that_look_alike_on_their_heads(empty_table: Table) -> None:
    """The row is, from left to right: the stock, an exposed E, and the word CHUCK. The cards have corner
    letters alone. By sight alone, most of them would be read upside down. The E is the exposed card,
    although it is no nearer to the stock than to the word."""
    upright = {"C": 0.2, "H": 0.1, "U": 0.05, "K": 0.3, "E": 0.17}
    exposed = 450 - 3 * 57 * 1.04 - 11
    table = empty_table(12).card("A", exposed - 90, 296, up=False).word("CHUCK", 450, 300)
    near = table.card("E", exposed, 296).seen()

    def either_way(card: Sighting) -> tuple[Reading, ...]:
        (said, *_) = card.readings
        ways = (((said.turns + 2) % 4, 1 - upright[said.letter]), (said.turns, upright[said.letter]))
        return tuple(replace(said, turns=turns, probability=share) for turns, share in ways)

    cards = tuple(replace(card, readings=either_way(card)) if card.readings else card for card in near.cards)
    arrangement = arrange(replace(near, cards=cards), WordList.of(["CHUCK"]))
    assert [w.text for w in arrangement.words] == ["CHUCK"]
    assert arrangement.exposed is not None
    assert cards[arrangement.exposed].letters()[0][0] == "E"


@pytest.mark.parametrize(
    ("gap", "stock", "read"), [(12, 62, "ALMOST"), (4, 62, "NALMOST"), (12, 90, "NALMOST")]
)
def test_the_exposed_card_is_told_from_a_word_that_nobody_knows_by_its_stock(
    empty_table: Table, gap: float, stock: float, read: str
) -> None:
    """N lies before ALMOST, which the word list lacks. So distances decide. N is the exposed card if its
    gap to the word is wider than the gaps within the word and also wider than its gap to the stock."""
    exposed = 450 - 3.5 * 57 * 1.04 - gap
    table = empty_table(12).card("A", exposed - stock, 296, up=False).word("ALMOST", 450, 300)
    near = table.card("N", exposed, 296).seen()
    assert texts(near, WordList.of(["CAT"])) == [read]


@pytest.mark.parametrize(("away", "exposed"), [(97.0, "O"), (60.0, None)])
def test_the_exposed_card_beside_a_word_downwards_is_no_letter_of_another(
    empty_table: Table, away: float, exposed: str | None
) -> None:
    """An O lies beside the H of HAT, which runs downwards, and would make OH. If the O lies farther off
    than the cards of a word lie from one another, it is the exposed card. If it lies near, it belongs to
    OH."""
    table = empty_table(13).card("A", 500 - away, 209, up=False).card("O", 500 - away, 300)
    for n, letter in enumerate("HAT"):
        table = table.card(letter, 500, 300 + 90 * n)
    for n, letter in enumerate("RIM", 1):
        table = table.card(letter, 500 + 59 * n, 480)
    seen = table.seen()
    arrangement = arrange(seen, WordList.of(["OH", "HAT", "TRIM"]))
    told = None if arrangement.exposed is None else seen.cards[arrangement.exposed].letters()[0][0]
    assert told == exposed
    assert sorted(w.text for w in arrangement.words) == ["HAT", *(["OH"] if exposed is None else []), "TRIM"]


def test_a_lone_card_away_from_the_stock_is_a_beginning(empty_table: Table, words: WordList) -> None:
    arrangement = arrange(empty_table(12).piles("K").card("M", 200, 200).seen(), words)
    assert [w.text for w in arrangement.lone] == ["M"]
    assert arrangement.words == ()
