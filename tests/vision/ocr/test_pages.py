"""Test the print on whole drawn photographs of boxes and leaflets, read by the real Tesseract."""

import numpy as np
import pytest

from engine.edition_recognition import recognised_edition
from tests.vision.ocr.drawn import box, leaflet, photographed
from vision.ocr.pages import read_print

LEEDS = "WADDINGTON'S\nLONDON AND LEEDS   52 CARDS"
SALEM = "Parker Brothers Inc.\nSALEM, MASSACHUSETTS"


@pytest.mark.parametrize(("turn", "lean", "light"), [(0, 0.0, 1.0), (90, 0.2, 0.35), (197, 0.1, 0.7)])
def test_a_box_is_read_whichever_way_it_lies(turn: float, lean: float, light: float) -> None:
    recognition = recognised_edition(
        read_print(photographed(box("LEXICON", LEEDS), turn=turn, lean=lean, light=light))
    )
    assert recognition is not None
    assert recognition.edition == "wd"
    assert {"LEXICON", "WADDINGTONS", "LEEDS"} <= {*recognition.phrases}


def test_the_small_print_of_a_leaflet_is_read_beside_its_title() -> None:
    read = read_print(photographed(leaflet("KEYWORD", SALEM), turn=-75, lean=0.1, light=0.5))
    assert {"KEYWORD", "dealer", "alternatives"} <= {*read}
    recognition = recognised_edition(read)
    assert recognition is not None
    assert recognition.edition == "kw"


def test_print_that_fills_the_photograph_has_no_edges_to_be_cut_out_by() -> None:
    page = box("LEXICON PARTY", SALEM)
    recognition = recognised_edition(read_print(np.asarray(page)[40:, 30:, ::-1]))
    assert recognition is not None
    assert recognition.edition == "pb"


def test_the_box_of_another_game_is_no_pack_of_letters() -> None:
    assert recognised_edition(read_print(photographed(box("MONOPOLY", LEEDS), turn=270))) is None


def test_a_table_without_print_says_nothing() -> None:
    assert read_print(np.full((600, 800, 3), 120, np.uint8)) == ()
