"""Test the plain output of `lexicon-table read`: rows of words, and only those doubts that may matter."""

import math
from dataclasses import replace
from typing import Final

import pytest

from device.commands._read.photo_report import PhotoReport, has_masters, report_text
from engine.layout import LineAtEdge, arrange, decide_letters
from engine.observation import Observation, Sighting
from engine.observation import Reading as Said
from engine.shared.condition import Condition, TooDark
from engine.words import WordList

WORDS: Final = WordList.of(["CAT", "COT", "DOG", "TAN", "ZEBRA"])
Card = dict[str, float]


def piece(letters: Card, x: float, y: float, height: float = 89.0, width: float = 57.0) -> Sighting:
    """Return a piece at (x, y) mm. A piece without letters lies face down."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    readings = tuple(Said(letter, 0, p) for letter, p in letters.items())
    return Sighting(corners, "up" if letters else "down", readings)


def row(
    cards: list[Card], y: float, x: float = 100.0, size: tuple[float, float] = (57.0, 89.0)
) -> list[Sighting]:
    return [piece(card, x + n * (size[0] + 1), y, size[1], size[0]) for n, card in enumerate(cards)]


def sure(word: str) -> list[Card]:
    return [{letter: 0.99} for letter in word]


def reading(*pieces: Sighting, wrong: tuple[Condition, ...] = ()) -> PhotoReport:
    seen = Observation(1600, 1200, pieces)
    return PhotoReport(seen, decide_letters(seen, arrange(seen, WORDS), WORDS, None), wrong, WORDS)


def said(*pieces: Sighting, wrong: tuple[Condition, ...] = ()) -> list[str]:
    return report_text("a.jpg", reading(*pieces, wrong=wrong)).splitlines()


def test_words_stand_in_rows_as_they_lie() -> None:
    pieces = [*row(sure("CAT"), 100), *row(sure("DOG"), 104, x=700), *row(sure("TAN"), 500)]
    assert said(*pieces) == ["a.jpg: 9 cards", "    CAT   DOG", "    TAN"]


def test_square_pieces_are_tiles() -> None:
    pieces = row(sure("CAT"), 100, size=(19.0, 19.0))
    assert said(*pieces) == ["a.jpg: 3 tiles", "    CAT"]
    (one,) = said(piece({}, 100, 100))[:1]
    assert one == "a.jpg: 1 card"


def fanned(letter: str, degrees: float) -> Sighting:
    """Return a card of a hand that is fanned round a point 250 mm below its top edge."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    upright = ((-28.5, -250.0), (28.5, -250.0), (28.5, -161.0), (-28.5, -161.0))
    corners = tuple((800 + x * cos - y * sin, 900 + x * sin + y * cos) for x, y in upright)
    return Sighting((corners[0], corners[1], corners[2], corners[3]), "up", (Said(letter, 0, 0.99),))


def test_the_cards_of_a_hand_are_named() -> None:
    hand = [fanned(letter, 6.0 * n - 15) for n, letter in enumerate("QDJXVK")]
    assert said(*row(sure("CAT"), 100), *hand)[2] == "  besides: 6 cards in a hand (Q, D, J, X, V and K)"


def test_what_lies_beside_the_words_is_named() -> None:
    pieces = [*row(sure("CAT"), 600), piece({}, 100, 100), piece({"D": 0.99}, 165, 100)]
    assert said(*pieces)[2] == "  besides: D exposed; the stock"


def test_strewn_pieces_are_told_once_as_one_reads_them() -> None:
    tiles = [("F", 100, 700), ("B", 700, 110), ("Q", 100, 100), ("?", 400, 400), ("B", 500, 690)]
    pieces = [piece({letter: 0.99}, x, y, 19, 19) for letter, x, y in tiles]
    assert said(*pieces) == ["a.jpg: 5 tiles", "  loose: Q, B, a Master, F and B"]


def test_piles_without_words_lie_besides_nothing() -> None:
    pieces = [piece({}, 100, 100), piece({"D": 0.99}, 165, 100)]
    assert said(*pieces) == ["a.jpg: 2 cards", "  D exposed; the stock"]


def test_a_loose_letter_in_doubt_is_told_with_what_else_it_may_be() -> None:
    told = said(piece({"R": 0.6, "U": 0.3, "D": 0.001}, 100, 100), piece({"W": 0.5}, 700, 700))
    assert told[1:] == ["  loose: R and W", "  R (60%) may also be U (30%)", "  W (50%) could be clearer"]


def crossed(*more: Sighting) -> list[Sighting]:
    """Return a crossword of CAT across and COT down from its C."""
    lying = [("C", 0, 0), ("A", 1, 0), ("T", 2, 0), ("O", 0, 1), ("T", 0, 2)]
    return [*(piece({c: 0.99}, 400 + 20 * x, 400 + 20 * y, 19, 19) for c, x, y in lying), *more]


def test_what_no_word_of_a_crossword_holds_is_loose_and_no_square_of_it() -> None:
    stray, askew = piece({"Z": 0.99}, 480, 440, 19, 19), piece({"E": 0.99}, 700, 711, 19, 19)
    told = said(*crossed(stray, askew))
    assert told[:5] == ["a.jpg: 7 tiles", "    C A T", "    O . .", "    T . .", "    (CAT, COT)"]
    assert told[5:] == ["  loose: Z and E"]


def test_a_word_beside_a_crossword_is_told_after_it_and_its_letters_not_again() -> None:
    told = said(*crossed(*row(sure("DOG"), 800, x=690.0, size=(19.0, 19.0))))
    assert told[4:] == ["    (CAT, COT)", "    DOG"]


def test_a_letter_that_would_make_another_word_is_a_doubt() -> None:
    assert said(*row([{"C": 0.99}, {"A": 0.6, "O": 0.39}, {"T": 0.99}], 100))[2:] == ["  CAT may also be COT"]


def test_letters_that_could_make_no_other_word_are_only_counted() -> None:
    cards = [{"Z": 0.8}, {"E": 0.7, "F": 0.2}, {"B": 0.99}, {"R": 0.99}, {"A": 0.99}]
    assert said(*row(cards, 100))[2:] == ["  2 letters could be clearer, but no other listed word fits"]


def test_nothing_reassures_of_a_word_that_may_go_on_beyond_the_picture() -> None:
    cards = [*row([{"Z": 0.8}, *sure("EBRA")], 100), *row([{"T": 0.8}, *sure("AN")], 500)]
    told = reading(*cards)
    arranged = told.decision.arrangement
    cut = next(word for word in arranged.words if word.text == "ZEBRA")
    doubts = (*arranged.doubts, LineAtEdge("word", cut.cards, cut.text, "right"))
    decision = replace(told.decision, arrangement=replace(arranged, doubts=doubts))
    assert report_text("a.jpg", replace(told, decision=decision)).splitlines()[3:] == [
        "  1 letter could be clearer, but no other listed word fits",
        "  1 letter could be clearer, in a row that may go on beyond the picture",
        "  ZEBRA reaches the picture's right edge: cards of it may lie beyond",
    ]


def test_what_is_no_word_shows_what_is_not_clear_in_it() -> None:
    told = said(*row([{"D": 0.99}, {"V": 0.7, "Y": 0.2, "X": 0.005}, {"G": 0.99}], 100))
    assert told[2] == "  DVG isn't in the word list, and not clear: V (70%) or Y (20%)"


def test_the_light_is_told_once() -> None:
    assert said(*row(sure("CAT"), 100), wrong=(Condition(TooDark(50)),))[2:] == [
        "  It is too dark to read the cards for certain."
    ]
    assert (
        "tiles for certain" in said(*row(sure("CAT"), 1, size=(9.0, 9.0)), wrong=(Condition(TooDark(50)),))[2]
    )


@pytest.mark.parametrize(("letters", "shows"), [("CAT", False), ("C?T", True), ("Z?BRA", True)])
def test_a_master_in_a_word_is_worth_explaining(letters: str, shows: bool) -> None:
    assert has_masters(reading(*row(sure(letters), 100)).decision.arrangement) is shows


def test_no_cards() -> None:
    assert said() == ["a.jpg: no cards found"]


def test_a_photograph_of_another_games_cards_has_no_letter_cards() -> None:
    assert report_text("a.jpg", replace(reading(), unlettered_texts=["", ""])).splitlines() == [
        "a.jpg: no letter cards found",
        "  2 cards without a letter",
    ]


def test_cards_without_a_letter_are_counted_and_what_they_say_is_told() -> None:
    cards = reading(*row(sure("CAT"), 100))
    assert (
        report_text("a.jpg", replace(cards, unlettered_texts=[""])).splitlines()[-1]
        == "  1 card without a letter"
    )
    told = report_text("a.jpg", replace(cards, unlettered_texts=["GARDEN 89", ""])).splitlines()[-1]
    assert told == '  2 cards without a letter: "GARDEN 89"'
