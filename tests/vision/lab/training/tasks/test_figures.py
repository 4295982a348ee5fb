"""Test the training data for the network that reads red figures: which figure is printed, where it stands,
and that the letter on the card gives no hint of the figure."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from vision.figures.rectified import (
    CELL_COLUMNS,
    CELL_ROWS,
    FIGURE_COUNT,
    FLAT_HEIGHT_PIXELS,
    FLAT_WIDTH_PIXELS,
)
from vision.lab.training.initial_weights import untrained_weights
from vision.lab.training.nets import FigureReader, Spotter
from vision.lab.training.tasks import figure_views, figures
from vision.lab.training.tasks.figure_views import (
    MANY_FIGURES,
    MIN_VISIBLE_SHARE,
    print_any_card,
    print_card,
    strewn,
    view,
)
from vision.render.prints.deck import plain_deck
from vision.render.prints.typefaces import vendored

FACES = vendored()
DECK = plain_deck(FACES.faces[0], paper_wear=0.0)
IN_ONE_CORNER = plain_deck(FACES.faces[0], paper_wear=0.0, figure_places=frozenset({"tl"}))


@pytest.mark.parametrize(
    ("places", "turned"),
    [("tl br", [False, True]), ("tr bl", [False, True]), ("tl", [False]), ("bottom", [False])],
)
def test_a_card_knows_where_its_figures_stand(places: str, turned: list[bool]) -> None:
    deck = plain_deck(FACES.faces[0], paper_wear=0.0, figure_places=frozenset(places.split()))
    card = print_card(np.random.default_rng(1), deck, "Q")
    assert card.figure == 4
    assert [mark.turned for mark in card.marks] == turned
    assert {mark.figure for mark in card.marks} == {4}


def test_letters_and_figures_are_drawn_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure_views, "LETTERS", "O")
    rng = np.random.default_rng(2)
    assert len({print_any_card(rng, DECK).figure for _ in range(12)}) > 4


def test_what_is_covered_must_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure_views, "COVERED_SHARE", 1.0)
    rng = np.random.default_rng(3)
    card = print_card(rng, IN_ONE_CORNER, "Q")
    seen = [view(rng, card, card) for _ in range(24)]
    assert {each.legible for each in seen} == {True, False}
    for each in seen:
        assert each.legible == (each.marks[0].visible_share >= MIN_VISIBLE_SHARE)
        _, figure, cells = figures.training_item(rng, each)
        assert figure == (4 if each.legible else 0)
        assert (cells > 0).sum() == each.legible


def test_a_sheet_upside_down_has_its_figure_on_its_head(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure_views, "COVERED_SHARE", 0.0)
    card = print_card(np.random.default_rng(4), IN_ONE_CORNER, "Q")
    for over in (0.0, 1.0):
        monkeypatch.setattr(figures, "UPSIDE_DOWN_SHARE", over)
        rng = np.random.default_rng(5)
        _, _, cells = figures.training_item(rng, view(rng, card, card))
        ((row, column),) = np.argwhere(cells > 0).tolist()
        assert cells[row, column] == 4 + FIGURE_COUNT * over
        assert (row > CELL_ROWS / 2, column > CELL_COLUMNS / 2) == (bool(over), bool(over))


def test_of_a_strewn_card_every_figure_is_learnt_from() -> None:
    card = strewn(np.random.default_rng(6), DECK, FACES)
    assert card.figure == MANY_FIGURES
    assert len(card.marks) > 20
    assert len({mark.figure for mark in card.marks}) > 8


def test_an_item_holds_sheets_kinds_and_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "faces", lambda: FACES)
    sheets, kinds, cells = figures.Figures(Path(), 1, seed=7, epoch=1)[0]
    assert sheets.shape == (2 * figures.VIEWS_PER_CARD, FLAT_HEIGHT_PIXELS, FLAT_WIDTH_PIXELS, 3)
    assert kinds.tolist()[figures.VIEWS_PER_CARD :] == [MANY_FIGURES] * figures.VIEWS_PER_CARD
    assert cells.shape == (2 * figures.VIEWS_PER_CARD, CELL_ROWS, CELL_COLUMNS)
    assert (cells[figures.VIEWS_PER_CARD :] > 0).any()
    again = figures.Figures(Path(), 1, seed=7, epoch=1)[0]
    assert np.array_equal(sheets, again[0])


def test_first_come_large_figures_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "faces", lambda: FACES)
    _, kinds, _ = figures.Figures(Path(), 1, seed=7)[0]
    assert set(kinds.tolist()) == {MANY_FIGURES}


def test_the_reader_begins_with_the_spotters_lower_layers() -> None:
    spotter = Spotter()
    net = FigureReader()
    net.load_state_dict(untrained_weights(spotter.state_dict()))
    assert torch.equal(net.down2[2][0].weight, spotter.down2[2][0].weight)
    assert sum(weights.numel() for weights in net.parameters()) < 200_000
