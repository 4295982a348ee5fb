"""Write the labels of a picture in the JSON format that `vision/lab/measuring/measure.py` reads."""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from deploy.lab.traced.camera import PinholeCamera
from deploy.lab.traced.layout import ordered
from deploy.lab.traced.prints import BACK, Region, printed
from deploy.lab.traced.scenes import Scene
from deploy.lab.traced.solids import Floats, bowed
from deploy.lab.traced.spots import CardSpot
from deploy.lab.traced.things import hull
from engine.cards import MASTER

MAP_PLACES_PER_PIXEL: Final = 2
"""The number of places of the visibility map for one pixel of the picture, in each direction."""

_FRACTION_BITS: Final = 4
"""The number of bits by which OpenCV's drawing functions take fractions of a pixel."""

_OBJECT_NUMBER: Final = 60000
"""The number that stands in the visibility map for an object that is no card."""


def card_to_world(scene: Scene, spot: CardSpot, places: Floats) -> Floats:
    """Return the points (n, 3) in the world, mm, of places (n, 2) on a card's face.

    A place is the distance from the card's top left corner as printed, to the right and down, mm.
    """
    deck = scene.deck
    local = np.array([-deck.width / 2, deck.height / 2]) + places * np.array([1.0, -1.0])
    top = spot.z + deck.thickness * spot.stack + bowed(spot.bow, local[:, 1] / (deck.height / 2))
    a = np.radians(spot.turn)
    about = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    return np.column_stack([local @ about.T + np.array([spot.x, spot.y]), top])


def quad(scene: Scene, spot: CardSpot) -> Floats:
    """Return the places (4, 2) of the card's corners in the picture, pixels: top left, top right, bottom
    right, bottom left as printed."""
    w, h = scene.deck.width, scene.deck.height
    return scene.camera.project(card_to_world(scene, spot, np.array([[0.0, 0], [w, 0], [w, h], [0, h]])))


def _fill(canvas: NDArray[Any], figure: Floats, value: int) -> None:
    fine = (figure + 0.5) * MAP_PLACES_PER_PIXEL - 0.5
    points = np.round(fine * 2**_FRACTION_BITS).astype(np.int32)
    cv2.fillPoly(canvas, [points[:, None]], value, shift=_FRACTION_BITS)


def visible_map(scene: Scene, quads: list[Floats]) -> NDArray[np.uint16]:
    """Return a map (rows, columns) of what the camera sees at each place of the picture.

    A card has its index plus one, an object `_OBJECT_NUMBER`, the table 0. Cards are painted from the lowest
    to the highest, and objects last.
    """
    canvas = np.zeros(
        (scene.camera.height * MAP_PLACES_PER_PIXEL, scene.camera.width * MAP_PLACES_PER_PIXEL), np.uint16
    )
    for n in sorted(range(len(quads)), key=lambda n: (scene.spots[n].z, n)):
        _fill(canvas, quads[n], n + 1)
    for thing in scene.things:
        _fill(canvas, hull(scene.camera, list(thing.solids)), _OBJECT_NUMBER)
    return canvas


def _share(canvas: NDArray[np.uint16], figure: Floats, number: int) -> float:
    """Return the visible share of a polygon on a card, such as the box of a letter. `figure` is the polygon
    in the picture, pixels; `canvas` is the map that holds for each place the number of the visible card plus
    1; `number` is the card's number. Parts outside the picture count as not visible."""
    low, high = figure.min(0) - 1, figure.max(0) + 1
    size = np.ceil((high - low) * MAP_PLACES_PER_PIXEL).astype(int) + 1
    mask = np.zeros((size[1], size[0]), np.uint8)
    start = np.floor(low * MAP_PLACES_PER_PIXEL).astype(int)
    _fill(mask, figure - start / MAP_PLACES_PER_PIXEL, 1)
    rows, columns = np.nonzero(mask)
    rows, columns = rows + start[1], columns + start[0]
    inside = (rows >= 0) & (columns >= 0) & (rows < canvas.shape[0]) & (columns < canvas.shape[1])
    shown = canvas[rows[inside], columns[inside]] == number + 1
    return float(shown.sum() / max(1, len(rows)))


def _in_frame(camera: PinholeCamera, figure: Floats) -> float:
    frame = np.array(
        [[0, 0], [camera.width - 1, 0], [camera.width - 1, camera.height - 1], [0, camera.height - 1]]
    )
    whole = figure.astype(np.float32)
    area = float(cv2.intersectConvexConvex(whole, frame.astype(np.float32))[0])
    return min(1.0, area / float(cv2.contourArea(whole)))


def _corners_of(region: Region) -> Floats:
    left, top, right, bottom = region.box
    places = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    return np.roll(places, 2, 0) if region.turned else places


def labels(scene: Scene) -> dict[str, Any]:
    """Return the labels of a scene as a dictionary, ready to be written as JSON."""
    quads = [quad(scene, spot) for spot in scene.spots]
    canvas = visible_map(scene, quads)
    cards = [_card(scene, canvas, quads, n) for n in range(len(quads))]
    category, _, sub = scene.kind.partition("-")
    camera, deck = scene.camera, scene.deck
    return {
        "image": f"{scene.name}.jpg", "width": camera.width, "height": camera.height, "category": category,
        "sub": sub or None, "content": scene.content, "index": scene.number, "cards": cards,
        "words": [_word(scene, quads, n) for n in range(len(scene.layout.words))],
        "objects": [_object(scene, n) for n in range(len(scene.things))],
        "deck": {
            "layout": deck.design, "font": deck.font.name,
            "w": round(deck.width, 2), "h": round(deck.height, 2),
            "underline": deck.underline, "figure": deck.figure, "half_turn_symmetric": deck.is_symmetric,
        },
        "camera": {
            "height_m": round(camera.origin[2] / 1000, 3), "hfov_deg": round(camera.view, 2),
            "k": round(camera.bend, 4),
            "tilt_deg": round(float(np.degrees(np.arccos(-camera.axes()[2, 2]))), 2),
        },
        "scene": {"facing": scene.layout.facing, "table": scene.table, "light": scene.light.kind},
    }  # fmt: skip


def _card(scene: Scene, canvas: NDArray[np.uint16], quads: list[Floats], n: int) -> dict[str, Any]:
    spot = scene.spots[n]
    owner = spot.words[0] if spot.words else None
    members = [{"word_id": w, "index": ordered(scene.layout, w).index(n)} for w in spot.words]
    card: dict[str, Any] = {
        "id": n, "letter": None if spot.face == BACK else "MASTER" if spot.face == MASTER else spot.face,
        "face": "down" if spot.face == BACK else "up", "role": spot.role, "corners": _rounded(quads[n]),
        "visible_fraction": round(_share(canvas, quads[n], n), 3),
        "in_frame_fraction": round(_in_frame(scene.camera, quads[n]), 4), "word_id": owner,
        "index_in_word": members[0]["index"] if members else None, "memberships": members,
        "hand_id": spot.hand,
    }  # fmt: skip
    if spot.face == BACK:
        return card | {"stack_size": spot.stack}
    regions = []
    for region in printed(scene.deck, spot.face)[1]:
        figure = scene.camera.project(card_to_world(scene, spot, _corners_of(region)))
        seen = round(_share(canvas, figure, n), 3)
        regions.append({"kind": region.kind, "visible": seen, "quad": _rounded(figure)})
    return card | {"letter_regions": regions}


def _rounded(figure: Floats) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in figure]


def _word(scene: Scene, quads: list[Floats], n: int) -> dict[str, Any]:
    word, ids = scene.layout.words[n], ordered(scene.layout, n)
    start, end = quads[ids[0]].mean(0), quads[ids[-1]].mean(0)
    first = quads[ids[0]]
    up = first[:2].mean(0) - first[2:].mean(0)
    along = (end - start) / np.linalg.norm(end - start)
    return {
        "id": n, "text": word.text, "pattern": word.pattern, "layout": word.layout, "card_ids": ids,
        "direction_px": [round(float(v), 4) for v in along],
        "letters_up_px": [round(float(v), 4) for v in up / np.linalg.norm(up)],
    }  # fmt: skip


def _object(scene: Scene, n: int) -> dict[str, Any]:
    outline = hull(scene.camera, list(scene.things[n].solids))
    low, high = outline.min(0), outline.max(0)
    return {"type": scene.things[n].name, "bbox": [round(float(v), 1) for v in (*low, *high)]}
