"""Build the bodies of a scene: one mesh of all cards, the table, the floor, and the objects.

One picture holds all the faces that the mesh of the cards shows.
"""

from functools import partial
from typing import Final

import numpy as np

from deploy.lab.traced import prints
from deploy.lab.traced.prints import BACK, PIXELS_PER_MM, Pixels
from deploy.lab.traced.scenes import Scene
from deploy.lab.traced.solids import Floats, Ints, Paint, Solid, box, placed, slab
from deploy.lab.traced.tables import SIDE_MM, table_paint

_FACES_PER_ROW: Final = 6
"""The number of cards side by side in the texture: the one picture from which the tracer takes the print of
every card."""

_WORN_VARIANTS: Final = 2
"""The number of differently worn faces that are made for each letter."""

_FLOOR_MM: Final = -740.0


def bodies(scene: Scene) -> list[Solid]:
    """Return all bodies of the scene. Windows and lamps are not among them."""
    solids = [_table(scene), _floor(scene), *(solid for thing in scene.things for solid in thing.solids)]
    return [cards(scene), *solids] if scene.spots else solids


def cards(scene: Scene) -> Solid:
    """Return all cards as one body, with those under the top of a pile. Raise ValueError if the scene has no
    card."""
    deck = scene.deck
    keys, sheet = _sheet(scene)
    rows = -(-len(keys) // _FACES_PER_ROW)
    points: list[Floats] = []
    triangles: list[Ints] = []
    uvs: list[Floats] = []
    for n, spot in enumerate(scene.spots):
        place = keys.index((spot.face, n % _WORN_VARIANTS))
        cell = np.array([place % _FACES_PER_ROW, place // _FACES_PER_ROW])
        for k, z, turn in _pile(scene, n):
            p, t, uv = slab(deck.width, deck.height, deck.radius, deck.thickness, spot.bow)
            triangles.append(t + sum(len(part) for part in points))
            points.append(placed(p, (spot.x + k[0], spot.y + k[1], z), turn))
            uvs.append((np.clip(uv, 0.003, 0.997) + cell) / np.array([_FACES_PER_ROW, rows]))
    paint = Paint(sheet, deck.roughness, clear_coat=deck.clear_coat)
    return Solid("cards", np.concatenate(points), np.concatenate(triangles), np.concatenate(uvs), paint)


def _pile(scene: Scene, n: int) -> list[tuple[tuple[float, float], float, float]]:
    """Return the shift (x, y), mm, the height above the table, mm, and the turn, degrees, of each card in
    the pile at `scene.spots[n]`. The lowest card comes first.

    The lower cards lie a little askew. The top card lies exactly where its label says.
    """
    spot, rng = scene.spots[n], scene.rng(100 + n)
    card_places = []
    for k in range(spot.stack):
        last = k == spot.stack - 1
        shift = (0.0, 0.0) if last else (float(rng.normal(0, 0.5)), float(rng.normal(0, 0.5)))
        turn = spot.turn + (0.0 if last else float(rng.normal(0, 0.5)))
        card_places.append((shift, spot.z + k * scene.deck.thickness, turn))
    return card_places


def _sheet(scene: Scene) -> tuple[list[tuple[str, int]], Pixels]:
    """Return two values: the faces in the scene, each as its letter and the number of its worn variant; and
    one picture of all these faces."""
    deck = scene.deck
    keys = sorted({(spot.face, n % _WORN_VARIANTS) for n, spot in enumerate(scene.spots)})
    rows, columns = round(deck.height * PIXELS_PER_MM), round(deck.width * PIXELS_PER_MM)
    sheet = np.zeros((-(-len(keys) // _FACES_PER_ROW) * rows, _FACES_PER_ROW * columns, 3), np.uint8)
    for n, (face, kind) in enumerate(keys):
        image = prints.back(deck) if face == BACK else prints.printed(deck, face)[0]
        aged = prints.worn(scene.rng(10 + n * _WORN_VARIANTS + kind), image, deck.wear)
        top, left = n // _FACES_PER_ROW * rows, n % _FACES_PER_ROW * columns
        sheet[top : top + rows, left : left + columns] = aged
    return keys, sheet


def _table(scene: Scene) -> Solid:
    """Return the table as a board whose top is at z = 0. Its pattern has its true size in millimetres."""
    x, y, along, down = scene.top
    paint = table_paint(scene.rng(1000), scene.table)
    board = box("table", (along, down, 28.0), paint)
    points = board.points + np.array([x, y, -28.0])
    turn = placed(points * np.array([1.0, 1.0, 0.0]), (0, 0, 0), scene.grain)[:, :2]
    uv = turn / SIDE_MM + scene.rng(1001).random(2)
    return Solid("table", points, board.triangles, uv, paint)


def _floor(scene: Scene) -> Solid:
    rng = scene.rng(1002)
    tone = float(rng.uniform(0.08, 0.5))
    floor = box(
        "floor", (9000.0, 9000.0, 1.0), Paint((tone, tone * 0.85, tone * 0.7), roughness=0.9, shine=0.1)
    )
    move = partial(placed, at=(0.0, 0.0, _FLOOR_MM), turn=float(rng.uniform(0, 90)))
    return Solid("floor", move(floor.points), floor.triangles, floor.uv, floor.paint)
