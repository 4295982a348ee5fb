"""Test what the camera page gets: the newest picture, seen from above, and the last reading."""

from dataclasses import replace

import numpy as np
import pytest

from device.hardware.camera import Frame
from device.phones import Phones
from device.running.view import FrameReading, TableView
from device.service.camera_view import KEPT_PICTURES, TableCameraView
from engine.catalogue import configured
from engine.events import HandDealt, MatchSetUp
from engine.observation import Observation, Reading, Sighting
from engine.table.referee import Referee
from engine.words import WordList

WORDS = WordList.of(["CAT", "COT"])
PLANE = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def card(letter: str, share: float, x: float) -> Sighting:
    quad = ((x, 200.0), (x + 57, 200.0), (x + 57, 289.0), (x, 289.0))
    other = "O" if letter == "A" else "Z"
    return Sighting(quad, "up", (Reading(letter, 0, share), Reading(other, 0, 1 - share)))


CARDS = (card("C", 0.99, 300), card("A", 0.55, 360), card("T", 0.98, 420))
FRAME_READING = FrameReading(
    Observation(1280, 720, CARDS, ()), tuple(one.corners for one in CARDS), plane=PLANE
)


@pytest.fixture
def phones() -> Phones:
    return Phones(Referee(WORDS), configured("lexicon"))


def view(phones: Phones, picture: int, reading: FrameReading | None = FRAME_READING) -> TableView:
    frame = Frame(np.full((720, 1280, 3), 90, np.uint8), float(picture))
    return replace(phones.view, frame=frame, reading=reading, picture=picture)


def test_before_the_first_picture_there_is_nothing(phones: Phones) -> None:
    assert TableCameraView(phones).newest_picture() is None


def test_the_doubtful_card_comes_first_and_lies_where_it_does(phones: Phones) -> None:
    phones.view = view(phones, 3)
    looked = TableCameraView(phones).newest_picture()
    assert looked is not None
    assert (looked.cards[0].letter, looked.cards[0].doubtful) == ("A", True)
    (left, top), _, (right, bottom), _ = looked.cards[0].corners
    shown = ((right - left) * looked.width, (bottom - top) * looked.height)
    assert shown[1] / shown[0] == pytest.approx(89 / 57, abs=0.02)


def test_while_a_hand_moves_what_was_read_last_lies_on_the_newest_picture(phones: Phones) -> None:
    looking = TableCameraView(phones)
    phones.view = view(phones, 3)
    before = looking.newest_picture()
    phones.view = view(phones, 4, None)
    after = looking.newest_picture()
    assert before is not None
    assert after is not None
    assert (before.picture, after.picture, after.cards) == (3, 4, before.cards)
    assert looking.jpeg(3) is not None
    assert looking.jpeg(4) is not None


def test_old_pictures_are_let_go_of(phones: Phones) -> None:
    looking = TableCameraView(phones)
    for picture in range(1, KEPT_PICTURES + 2):
        phones.view = view(phones, picture)
        looking.newest_picture()
    assert looking.jpeg(1) is None
    assert looking.jpeg(KEPT_PICTURES + 1) is not None


@pytest.mark.parametrize("mode", ["challenge", "strict"])
def test_where_players_challenge_the_page_does_not_tell_what_the_list_has(mode: str) -> None:
    """In challenge mode the camera page of CAT is the same, whether or not the word list has CAT. In strict
    mode it differs."""
    told = []
    for listed in (["CAT"], ["DOG"]):
        events = (MatchSetUp("lexicon", ("Ann", "Ben"), {"mode": mode}), HandDealt())
        table = Phones(Referee(WordList.of(listed)).applied(events), configured("lexicon"))
        table.view = view(table, 3)
        looked = TableCameraView(table).newest_picture()
        assert looked is not None
        told.append(looked.cards)
    assert (told[0] == told[1]) is (mode == "challenge")
