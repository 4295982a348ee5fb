"""Cards that abut on one that was read, and that the finder did not see."""

from dataclasses import replace

import numpy as np
import pytest

from engine.scene import Lying, Scene
from vision.codes import LETTERS
from vision.crops import Picture, Pyramid
from vision.missed.unseen import unseen
from vision.pieces.letters import Piece, overlap
from vision.reader import Reader
from vision.render.table import virtual_table

APART = 57.5
"""Millimetres between the middles of cards that touch."""


def _row(word: str, look: str = "classic", angle: float = 0.0, without: int | None = None) -> Picture:
    x, y = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    places = (np.arange(len(word)) - (len(word) - 1) / 2) * APART
    cards = [
        Lying(letter, 400 + float(x * far), 225 + float(y * far), angle)
        for letter, far in zip(word, places, strict=True)
    ]
    laid = tuple(card for n, card in enumerate(cards) if n != without)
    return virtual_table((1640, 923), 3, look)(Scene(800, 450, laid), 1)


def _read(picture: Picture) -> dict[str, Piece]:
    return {LETTERS[p.likeliest]: p for p in Reader.load().read(picture, "cards").pieces}


@pytest.mark.parametrize("look", ["classic", "modern"])
@pytest.mark.parametrize(("word", "lost", "angle"), [("KING", "N", 0), ("KING", "G", 25), ("BARD", "B", 200)])
def test_a_card_beside_one_that_was_read_is_found(word: str, lost: str, angle: float, look: str) -> None:
    picture = _row(word, look, angle)
    read = _read(picture)
    assert set(read) == set(word)
    missed = read.pop(lost)
    (found,) = unseen(Pyramid.of(picture), tuple(read.values()), ())
    assert LETTERS[found.likeliest] == lost
    assert found.best > 0.9
    assert overlap(found.corners, missed.corners) > 0.85


@pytest.mark.parametrize("look", ["classic", "modern", "club"])
def test_where_no_card_lies_none_is_found(look: str) -> None:
    picture = _row("KING", look, 10, without=2)
    read = _read(picture)
    assert set(read) == set("KIG")
    assert unseen(Pyramid.of(picture), tuple(read.values()), ()) == ()


def test_what_lies_there_already_and_what_was_not_read_for_sure_tell_of_none() -> None:
    picture = _row("KING")
    read = _read(picture)
    missed = read.pop("N")
    rest = tuple(read.values())
    assert unseen(Pyramid.of(picture), rest, (missed,)) == ()
    doubtful = tuple(replace(p, chances=p.chances * np.float32(0.5)) for p in rest)
    assert unseen(Pyramid.of(picture), doubtful, ()) == ()
    assert unseen(Pyramid.of(picture), (), ()) == ()
