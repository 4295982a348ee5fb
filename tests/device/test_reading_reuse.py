"""Test that readings of an earlier picture are reused only where the later picture shows the same cards."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from device.hardware.camera import Frame, Image
from device.phones import Phones
from device.reading_reuse import unchanged_pieces
from device.running.view import FrameReading, TableView
from engine.catalogue import GAMES
from engine.events import HandDealt, MatchSetUp
from engine.observation import Observation, Quad, Reading, Sighting
from engine.table.referee import Referee, replayed_referee
from engine.words import WordList
from web.snapshot import Mark

SIZE = (120, 180)
"""The width and height of a card, pixels, in a picture 1920 pixels wide."""


def quad(place: int) -> Quad:
    x, y = 200.0 + 300 * place, 300.0
    return ((x, y), (x + SIZE[0], y), (x + SIZE[0], y + SIZE[1]), (x, y + SIZE[1]))


def table(letters: str, light: float = 1.0) -> Image:
    """Draw pale cards on green with a letter on each. `.` leaves a place empty."""
    image = np.full((1080, 1920, 3), (60, 110, 60), np.uint8)
    for place, letter in enumerate(letters):
        (x, y), _, (right, bottom), _ = (tuple(map(int, corner)) for corner in quad(place))
        if letter != ".":
            cv2.rectangle(image, (x, y), (right, bottom), (235, 240, 240), -1)
            cv2.putText(image, letter, (x + 20, bottom - 40), cv2.FONT_HERSHEY_SIMPLEX, 4, (30, 20, 20), 14)
    noise = np.random.default_rng(len(letters)).normal(0, 3, image.shape)
    return np.clip(image * light + noise, 0, 255).astype(np.uint8)


QUADS = tuple(map(quad, range(3)))


@pytest.mark.parametrize("light", [1.0, 0.85])
def test_what_lies_as_it_lay_is_unchanged_in_any_light(light: float) -> None:
    assert unchanged_pieces(table("CAT"), table("CAT", light), QUADS) == (True, True, True)


@pytest.mark.parametrize(("later", "same"), [("COT", (True, False, True)), ("C.T", (True, False, True))])
def test_another_letter_and_a_card_that_is_gone_are_noticed(later: str, same: tuple[bool, ...]) -> None:
    assert unchanged_pieces(table("CAT"), table(later), QUADS) == same


def test_nothing_holds_in_a_picture_of_another_size() -> None:
    assert unchanged_pieces(table("CAT"), table("CAT")[::2, ::2], QUADS) == (False, False, False)
    assert unchanged_pieces(table("CAT"), table("CAT"), (quad(90),)) == (False,)


def test_the_next_photograph_does_not_wear_the_last_ones_letters() -> None:
    phones = Phones(Referee(WordList.of(["CAT"])), GAMES["lexicon"])
    referee = replayed_referee(WordList.of(["CAT"]), (MatchSetUp("lexicon", ("Ann", "Ben")), HandDealt()))
    cards = tuple(Sighting(q, "up", (Reading(c, 0, 0.99),)) for q, c in zip(QUADS, "CAT", strict=True))
    read = TableView(
        referee, Frame(table("CAT"), 0.0), FrameReading(Observation(1920, 1080, cards), QUADS), picture=1
    )
    phones.publish(read)
    assert [mark.letter for mark in _marks(phones)] == ["C", "A", "T"]
    phones.publish(replace(read, frame=Frame(table("C.T"), 1.0), reading=None, picture=2))
    assert [(mark.card, mark.letter) for mark in _marks(phones)] == [("c0", "C"), ("c2", "T")]
    assert _moving(phones)
    phones.publish(replace(read, frame=Frame(table("..."), 2.0), reading=None, picture=3))
    assert _marks(phones) == []
    phones.publish(replace(read, picture=4))
    assert [mark.letter for mark in _marks(phones)] == ["C", "A", "T"]
    assert not _moving(phones)


def _marks(phones: Phones) -> list[Mark]:
    shown = phones.hub.latest().snapshot.picture
    assert shown is not None
    return list(shown.marks)


def _moving(phones: Phones) -> bool:
    shown = phones.hub.latest().snapshot.picture
    assert shown is not None
    return shown.moving
