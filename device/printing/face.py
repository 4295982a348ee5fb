"""Draw the face of a card. Lengths are for a card 57 by 89 mm. Other sizes are scaled."""

from typing import Final

from device.printing.owl import emblem, star
from device.printing.paper import CardSize
from device.printing.pen import Colour, Pen, rounded_path, width_of
from engine.cards import MASTER

INK: Final[Colour] = (0.09, 0.13, 0.27)
RED: Final[Colour] = (0.78, 0.11, 0.13)
FRAME: Final[Colour] = (0.62, 0.66, 0.75)

UNDERLINED: Final = "MWNZ"
"""The letters that look like another letter upside down. They are underlined on the cards."""

_DESIGNED: Final = CardSize(57, 89)

_CENTRE: Final = 26.5
"""The height of the letter in the middle of a card, mm. At this height even W, the widest letter, keeps clear
of the frame."""

_INDEX: Final = 7.6
"""The height of the letter in a corner of a card, mm."""

_AXIS: Final = 9.4
"""The distance from the card's left edge to the middle of the corner letter, mm. In a fan whose cards lie 15
mm apart the whole letter is visible."""

_INDEX_FOOT: Final = 13.4
_NOTCH: Final = (13.4, 20.6)
"""The width and the height, mm, of the part of the frame that is left out for a corner letter."""

_FIGURE: Final = 4.6
_FIGURE_FOOT: Final = 21.6


def scale_of(card: CardSize) -> float:
    """Return the factor by which the print is scaled for a card of the size `card`."""
    return min(card.width / _DESIGNED.width, card.height / _DESIGNED.height)


def draw_face(pen: Pen, letter: str, figure: int, card: CardSize) -> None:
    """Draw the face of a card: its letter, its figure and its frame. The card's top left corner is at the
    origin."""
    scale = scale_of(card)
    width, height = card.width / scale, card.height / scale
    with pen.at(0, 0, size=scale):
        _frame(pen, width, height)
        _centre(pen, letter, width, height)
        _corner(pen, letter, figure)
        with pen.at(width, height, turn=180):
            _corner(pen, letter, figure)


def _centre(pen: Pen, letter: str, width: float, height: float) -> None:
    if letter == MASTER:
        with pen.at(width / 2, height / 2):
            emblem(pen)
        return
    foot = (height + _CENTRE) / 2
    pen.text(width / 2, foot, letter, _CENTRE, INK)
    if letter in UNDERLINED:
        long = width_of(letter, _CENTRE) * 0.86
        pen.oblong((width - long) / 2, foot + 3.4, long, 1.7, INK)


def _corner(pen: Pen, letter: str, figure: int) -> None:
    """Draw the letter and the figure in the top left corner. A Master has a star in place of the letter."""
    if letter == MASTER:
        with pen.at(_AXIS, _INDEX_FOOT - _INDEX / 2):
            star(pen, _INDEX / 2 + 0.4, INK)
    else:
        pen.text(_AXIS, _INDEX_FOOT, letter, _INDEX, INK)
    if letter in UNDERLINED:
        long = width_of(letter, _INDEX) * 0.86
        pen.oblong(_AXIS - long / 2, _INDEX_FOOT + 0.95, long, 0.65, INK)
    pen.text(_AXIS, _FIGURE_FOOT, str(figure), _FIGURE, RED)


def _frame(pen: Pen, width: float, height: float) -> None:
    """Draw a frame of two fine lines that leaves room for both corner letters. It looks the same after half a
    turn."""
    for inset, thick in ((3.6, 0.34), (4.6, 0.14)):
        right, across, down = width - inset, _NOTCH[0] + inset, _NOTCH[1] + inset
        half = [
            (across, inset, 1.8), (right, inset, 1.8), (right, height - down, 1.8),
            (width - across, height - down, 4.5),
        ]  # fmt: skip
        other = [(width - x, height - y, bow) for x, y, bow in half]
        pen.path(rounded_path([*half, *other]), None, FRAME, thick)
