"""Test the number of cards on a sheet, and that front and back of a card are the same place on the paper."""

import pytest

from device.printing.paper import CARD_SIZES, MARGIN_MM, PAPERS, grid


@pytest.mark.parametrize(
    ("paper", "card", "fits"),
    [
        ("A4", "57x89", 9),
        ("Letter", "57x89", 8),
        ("A3", "57x89", 21),
        ("A4", "63x88", 9),
        ("A4", "44x63", 18),
        ("Letter", "44x63", 16),
    ],
)
def test_as_many_as_the_paper_takes(paper: str, card: str, fits: int) -> None:
    assert grid(PAPERS[paper], CARD_SIZES[card]).size == fits


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("card", CARD_SIZES)
def test_cards_lie_clear_of_the_paper_s_edge_and_touch(paper: str, card: str) -> None:
    way = grid(PAPERS[paper], CARD_SIZES[card])
    assert min(way.left, way.top) >= MARGIN_MM
    first, last = way.cell(0), way.cell(way.size - 1)
    assert (first.x, first.y) == (way.left, way.top)
    assert last.x + way.width == pytest.approx(way.paper.width - way.left)
    assert last.y + way.height == pytest.approx(way.paper.height - way.top)
    lying = {(way.height, way.width) if way.sideways else (way.width, way.height)}
    assert lying == {(CARD_SIZES[card].width, CARD_SIZES[card].height)}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("card", CARD_SIZES)
def test_turned_on_its_long_edge_a_sheet_shows_each_back_behind_its_face(paper: str, card: str) -> None:
    way = grid(PAPERS[paper], CARD_SIZES[card])
    for n in range(way.size):
        front, behind = way.cell(n), way.behind(n)
        assert behind.y == front.y
        assert way.paper.width - behind.x - way.width == pytest.approx(front.x)
