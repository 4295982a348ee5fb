"""Render photographs of one household's deck: laid out for enrolment, and lying about in play."""

from dataclasses import replace

import numpy as np

from vision.render.brushes import Rng, chance, uniform, xy
from vision.render.layouts import CARD_LAYOUTS, PiecePlace, Size, arrange, turn_spots
from vision.render.optics.camera import RenderCamera, look_at
from vision.render.pieces import RenderedPiece, card
from vision.render.prints.deck import PrintedDeck
from vision.render.prints.random_deck import random_deck
from vision.render.prints.typefaces import Face, Faces, vendored
from vision.render.sample import RenderedPicture, SceneSetting, photographed


def household(rng: Rng, face: Face) -> PrintedDeck:
    """Return a random deck whose letters are printed in `face`. Its figures have one of the product's own
    typefaces, because some odd typefaces have no figures."""
    deck = random_deck(rng, Faces((face,)))
    return replace(deck, figure=replace(deck.figure, face=vendored().pick(rng)))


def laid_out(
    rng: Rng, deck: PrintedDeck, letters: str, shape: tuple[int, int], faces: Faces
) -> RenderedPicture:
    """Return a picture of the cards `letters` laid out in rows, slightly crooked, without touching. `?`
    stands for a Master, `-` for a face-down card.

    `shape` is the width and height of the picture, pixels. `faces` are the typefaces of print on objects
    around.
    """
    across = round(np.sqrt(len(letters) * deck.height / deck.width * shape[0] / shape[1]))
    pitch = 1.12 * deck.width, 1.08 * deck.height
    spots = [
        PiecePlace(
            None if letter == "-" else letter, (n % across) * pitch[0] + float(rng.normal(0, 0.8)),
            (n // across) * pitch[1] + float(rng.normal(0, 0.8)), float(rng.normal(0, 1.2)),
            "back" if letter == "-" else "letter",
        )
        for n, letter in enumerate(letters)
    ]  # fmt: skip
    pieces = [card(rng, deck, spot) for spot in turn_spots(spots, 90.0 * int(rng.integers(4)))]
    return _photograph(rng, deck, pieces, shape, faces, tilt=uniform(rng, 0, 12), room=0.92)


def in_play(rng: Rng, deck: PrintedDeck, shape: tuple[int, int], faces: Faces) -> RenderedPicture:
    """Return a picture of the deck's cards in a random layout: words, crosswords, fans, piles or
    scattered. No other cards lie among them."""
    spots = arrange(rng, CARD_LAYOUTS, Size(deck.width, deck.height))
    pieces = [card(rng, deck, _as_deck_card(spot)) for spot in spots]
    return _photograph(
        rng, deck, pieces, shape, faces, tilt=uniform(rng, 0, 30), room=uniform(rng, 0.6, 0.92)
    )


def _as_deck_card(spot: PiecePlace) -> PiecePlace:
    return replace(spot, shows="letter") if spot.shows == "stranger" else spot


def _photograph(
    rng: Rng,
    deck: PrintedDeck,
    pieces: list[RenderedPiece],
    shape: tuple[int, int],
    faces: Faces,
    *,
    tilt: float,
    room: float,
) -> RenderedPicture:
    """Return a picture of the pieces. They span at most the share `room` of the picture's width and
    height. A card's long side is at most a fifth of the picture's width."""
    corners = xy(np.concatenate([piece.corners for piece in pieces]))
    middle, extent = (corners.min(0) + corners.max(0)) / 2, np.ptp(corners, 0) + 6
    scale = min(room * float((xy(shape) / extent).min()), 0.2 * shape[0] / deck.height)
    camera = camera_above(rng, shape, middle.tolist(), scale, tilt)
    return photographed(rng, SceneSetting(pieces, None, 0.0, deck.height), camera, faces)


def camera_above(
    rng: Rng, shape: tuple[int, int], middle: list[float], scale: float, tilt: float
) -> RenderCamera:
    """Return a random camera that is tilted by `tilt` degrees. The point `middle` of the table, mm, is in
    the middle of its picture, where the scale is about `scale` pixels per millimetre. `shape` is the
    picture's width and height, pixels."""
    view = uniform(rng, 45, 70)
    distance = shape[0] / 2 / np.tan(np.deg2rad(view) / 2) / scale
    return look_at(
        shape, (middle[0], middle[1]), distance * (1 + tilt / 120), tilt=tilt,
        azimuth=uniform(rng, 0, 360), view=view, lens=float(rng.normal(0, 0.02)) if chance(rng, 0.4) else 0.0,
    )  # fmt: skip
