"""Test the generated drawings for Masters: no two seeds draw the same, and some kinds of drawings are held
back from training."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.render.brushes import Image
from vision.render.prints import pictograms
from vision.render.prints.cardface import letter_card
from vision.render.prints.deck import plain_deck
from vision.render.prints.master_designs import (
    HELD_SOURCES,
    SETTINGS,
    Design,
    Drawing,
    Drawings,
    Setting,
    files_of,
)
from vision.render.prints.random_deck import random_deck
from vision.render.prints.typefaces import vendored
from vision.render.sample import sample

SANS = vendored().faces[0]


def _card(design: Design | None) -> Image:
    deck = plain_deck(
        SANS, master_design=design, figure_style="none", figure_places=frozenset(), paper_grain=0.0
    )
    return letter_card(deck, "?", 3).image


@pytest.mark.parametrize("kind", pictograms.KINDS)
def test_every_kind_of_picture_is_drawn_and_no_two_seeds_draw_the_same(kind: str) -> None:
    drawn = [pictograms.drawn(kind, seed) for seed in range(5)]
    assert all((patch.alpha > 127).mean() > 0.01 for patch in drawn)
    assert len({patch.image.tobytes() + patch.alpha.tobytes() for patch in drawn}) == 5


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_master_is_printed_in_every_setting_the_same_for_one_pack(setting: Setting) -> None:
    card = _card(Design(Drawing("drawn", "beast"), setting, 3))
    assert np.array_equal(card, _card(Design(Drawing("drawn", "beast"), setting, 3)))
    stock = np.array(plain_deck(SANS).paper.colour)
    assert (np.abs(card - stock).max(2) > 40).mean() > 0.004


def test_a_master_that_looks_alike_on_its_head_is_labelled_so() -> None:
    for setting, even in (("twice", True), ("bare", True), ("lone", False)):
        deck = plain_deck(SANS, master_design=Design(Drawing("drawn", "boat"), setting, 1))  # type: ignore[arg-type]
        assert deck.is_symmetric("?") is even


def test_what_is_held_back_is_never_trained_on() -> None:
    files = [Drawing("emblems", f"picture-{n}", f"{n}.png") for n in range(200)]
    strange = [Drawing(source, f"picture-{n}", "x.png") for source in HELD_SOURCES for n in range(20)]
    trained, held = (Drawings.of((*files, *strange), held_back=held) for held in (False, True))
    one, other = ({d for source in some.sources for d in source} for some in (trained, held))
    assert one
    assert other
    assert not one & other
    assert set(strange) <= other
    assert 20 < len(other & set(files)) < 60
    assert {d.name for d in one | other if d.source == "drawn"} == set(pictograms.KINDS)
    assert {d.name for d in other if d.source == "drawn"}, "some kinds of drawing are held back too"


def test_pictures_of_files_are_printed(tmp_path: Path) -> None:
    (tmp_path / "emblems").mkdir()
    picture = np.zeros((64, 64, 4), np.uint8)
    picture[16:48, 16:48] = (20, 30, 200, 255)
    cv2.imwrite(str(tmp_path / "emblems" / "square.png"), picture)
    (drawing,) = files_of(tmp_path)
    assert (drawing.source, drawing.name) == ("emblems", "square")
    card = _card(Design(drawing, "lone", 5))
    assert (np.abs(card - np.array(plain_deck(SANS).paper.colour)).max(2) > 40).mean() > 0.02


def test_tables_that_teach_masters_show_many() -> None:
    trained = Drawings.of((), held_back=False)
    rng = np.random.default_rng(4)
    labels = [label for _ in range(4) for label in sample(rng, 640, 480, vendored(), drawings=trained).labels]
    cards = [label for label in labels if label.letter is not None]
    assert 0.1 < sum(label.letter == "?" for label in cards) / len(cards) < 0.6


def test_packs_are_drawn_as_before_where_no_pictures_are_given() -> None:
    one, other = (random_deck(np.random.default_rng(8), vendored(), drawings=d) for d in (None, None))
    assert one == other
    assert one.master.design is None
