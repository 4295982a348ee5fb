"""Place cards on the table. Where cards overlap, let later ones lie on earlier ones."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from deploy.lab.traced.solids import Floats

CARD_GAP_MM: Final = 0.02
"""The gap between a card and the card below it, mm."""


@dataclass(frozen=True, slots=True)
class CardSpot:
    """A card on the table, or a pile of which the top card is seen."""

    face: str
    """The face of the card: `A`-`Z`, `?` for a Master, or empty if it lies face down."""
    x: float
    """The x of the card's middle, mm."""
    y: float
    """The y of the card's middle, mm."""
    turn: float
    """The angle by which the card is turned anticlockwise, degrees."""
    role: str = "word"
    """The role of the card: `word`, `hand`, `stock` or `discard`."""
    words: tuple[int, ...] = ()
    """The indices in `Layout.words` of the words to which the card belongs."""
    hand: int | None = None
    """The index of the hand to which the card belongs, or None if it belongs to no hand."""
    stack: int = 1
    """The number of cards in the pile, 1 for a single card."""
    z: float = 0.0
    """The height of the lowest card's lower side above the table, mm."""
    bow: float = 0.0
    """The lift of a bowed card, mm: of its short sides if positive, of its middle if negative."""


def corners(spot: CardSpot, width: float, height: float, grow: float = 0.0) -> Floats:
    """Return the card's corners (4, 2) on the table, mm: top left, top right, bottom right, bottom left as
    printed.

    The card is first enlarged by `grow` mm on each side.
    """
    w, h = width / 2 + grow, height / 2 + grow
    local = np.array([[-w, h], [w, h], [w, -h], [-w, -h]])
    a = np.radians(spot.turn)
    about = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    return np.asarray(local @ about.T + np.array([spot.x, spot.y]))


def do_overlap(a: Floats, b: Floats) -> bool:
    """Return True if two convex figures (n, 2) overlap. Figures that share only an edge do not overlap."""
    for figure in (a, b):
        edges = np.roll(figure, -1, 0) - figure
        for normal in np.stack([-edges[:, 1], edges[:, 0]], 1):
            p, q = a @ normal, b @ normal
            if p.max() <= q.min() + 1e-9 or q.max() <= p.min() + 1e-9:
                return False
    return True


def with_heights(spots: list[CardSpot], width: float, height: float, thickness: float) -> list[CardSpot]:
    """Return the cards with the heights at which they come to lie when they are put down in this order.

    Each card lies flat on the highest card below it. A card that touches no other card keeps its bow.
    """
    quads = [corners(spot, width, height) for spot in spots]
    done: list[CardSpot] = []
    for n, spot in enumerate(spots):
        below = [m for m in range(n) if do_overlap(quads[n], quads[m])]
        z = max((done[m].z + thickness * done[m].stack + CARD_GAP_MM for m in below), default=0.0)
        alone = not below and not any(do_overlap(quads[n], quads[m]) for m in range(n + 1, len(spots)))
        done.append(replace(spot, z=z, bow=spot.bow if alone else 0.0))
    return done


def moved(spots: list[CardSpot], turn: float, by: tuple[float, float] = (0.0, 0.0)) -> list[CardSpot]:
    """Return the cards turned anticlockwise around the origin by `turn` degrees, then shifted by `by`, mm."""
    a = np.radians(turn)
    cos, sin = float(np.cos(a)), float(np.sin(a))
    return [
        replace(
            s, x=s.x * cos - s.y * sin + by[0], y=s.x * sin + s.y * cos + by[1], turn=s.turn + turn
        )
        for s in spots
    ]  # fmt: skip


def centred(spots: list[CardSpot]) -> list[CardSpot]:
    """Return the cards shifted so that the middle of the area that they cover is the origin."""
    if not spots:
        return spots
    x, y = np.array([s.x for s in spots]), np.array([s.y for s in spots])
    return moved(spots, 0.0, (-(x.min() + x.max()) / 2, -(y.min() + y.max()) / 2))


def are_apart(block: list[CardSpot], others: list[CardSpot], size: tuple[float, float], gap: float) -> bool:
    """Return True if every card of `block` is at least `gap` mm from all the cards `others`. `size` is the
    width and the height of a card, mm."""
    mine = [corners(s, *size, grow=gap / 2) for s in block]
    theirs = [corners(s, *size, grow=gap / 2) for s in others]
    return not any(do_overlap(a, b) for a in mine for b in theirs)
