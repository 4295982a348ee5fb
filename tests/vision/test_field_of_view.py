"""Test whether a word is reported as cut off by the picture. The strip between its last card and the
picture's edge may show bare table or the paper of a next card."""

import pytest

from engine.layout import arrange, lines_at_edge
from engine.shared.scene import LyingCard, Scene
from vision.field_of_view import view_of
from vision.reader import Reader
from vision.render.table import virtual_table

CARD = 57.0
"""The width of a card, mm. The gap between two cards of a word is 1 mm."""


def _sides(gap: float, *, following: bool) -> list[str]:
    """Return the sides on which GAME is reported to be cut off. The picture ends `gap` mm after its last
    card. There it shows bare table, or, with `following`, an S."""
    word = "GAMES" if following else "GAME"
    cards = tuple(LyingCard(letter, 200 + (CARD + 1) * n, 225.0) for n, letter in enumerate(word))
    picture = virtual_table((1280, 720))(Scene(800, 450, cards), 1)
    reader = Reader.load()
    whole = sorted((piece.corners for piece in reader.read(picture, "cards").pieces), key=lambda c: c[0, 0])
    last = whole[len("GAME") - 1]
    right, across = last[:, 0].max(), last[:, 0].max() - last[:, 0].min()
    seen = reader.read(picture[:, : round(float(right + gap / CARD * across))], "cards")
    assert arrange(seen.observation).words[0].text == "GAME"
    return [out.side for out in lines_at_edge(arrange(seen.observation), seen.observation, view_of(seen))]


@pytest.mark.parametrize("gap", [8.0, 15.0])
def test_bare_table_beside_the_last_card_is_no_next_one(gap: float) -> None:
    assert _sides(gap, following=False) == []


@pytest.mark.parametrize("gap", [8.0, 15.0])
def test_paper_beside_the_last_card_may_be_the_next_one(gap: float) -> None:
    assert _sides(gap, following=True) == ["right"]
