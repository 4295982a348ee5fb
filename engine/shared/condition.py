"""Describe faults of the camera's view as facts found in a picture or a stream, and say them in sentences.

The vision package finds the faults of one picture, perhaps by comparison with an earlier picture. The device
package finds the faults of the stream of pictures. Both packages report a fault as a `Condition`, and any
package may show it to people.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from engine.i18n import Sentence, Translate, english
from engine.observation import Point

Side = Literal["left", "right", "top", "bottom"]
Severity = Literal["minor", "serious"]
"""How a fault of the view affects rulings. `serious`: no ruling may rest on this picture. `minor`: single
cards are affected, and their readings are less certain."""


@dataclass(frozen=True, slots=True)
class Black:
    """The picture is black."""

    level: int
    """Grey level of the brightest places of the black picture, 0-255."""


@dataclass(frozen=True, slots=True)
class TooDark:
    """The picture is too dark."""

    level: int
    """The grey level of the cards' paper, 0-255; without cards, that of the brightest places of the
    picture."""


@dataclass(frozen=True, slots=True)
class TooBright:
    """A part of the picture is white, or nearly white."""

    share: float
    """The share of the picture that is white or nearly white, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Glare:
    """The reflection of a lamp hides a card, or a part of it."""

    card: int | None
    """The index of the card in the observation; None for a card that could not be read."""
    share: float
    """The share of the card that the glare hides, 0 to 1."""


@dataclass(frozen=True, slots=True)
class OutOfFocus:
    """The whole picture is blurred, because the camera is not in focus."""

    blur: float
    """The standard deviation of the blur of the sharpest edges, in pixels of the picture. Of several cards
    it is the median."""
    softness: float = 0.0
    """The blur as a share of a card's long side; 0 if no card was seen."""


@dataclass(frozen=True, slots=True)
class Shaken:
    """The camera or the table moved during the exposure."""

    blur: float
    """The standard deviation of the blur in the direction of the movement, in pixels of the picture."""
    softness: float = 0.0
    """The blur in the direction of the movement as a share of a card's long side; 0 if no card was seen."""


@dataclass(frozen=True, slots=True)
class DirtyLens:
    """The lens seems dirty in one place: a part of the picture is softer than the rest, or than the same
    part was before. `times` is the factor by which it is softer."""

    times: float


@dataclass(frozen=True, slots=True)
class Veiled:
    """The whole picture is pale, as behind a fogged or greasy lens."""

    black: float
    """The light of the blackest print on any card, as a share of the light of its paper."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The table's background has moved in the picture, so the camera or the table was moved."""

    pixels: float | None
    """The distance by which the background has moved, in pixels of the picture; None if the background is
    not recognized."""
    degrees: float | None
    """The angle by which the background has turned clockwise, in degrees; None if the background is not
    recognized."""


@dataclass(frozen=True, slots=True)
class CutOff:
    """A card or tile is only partly in the picture."""

    card: int | None
    """The index of the card or tile in the observation; None if it could not be read."""
    side: Side
    """The side of the picture that cuts the card or tile off."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Beside the last card of a row, something looks like another card, but no letter on it could be read."""


@dataclass(frozen=True, slots=True)
class Covered:
    """An object seems to cover cards: it lies in a gap of a row in which one or two more cards would have
    room."""


@dataclass(frozen=True, slots=True)
class NoPictures:
    """The camera gives no pictures."""

    why: Sentence | None = None
    """The reason why the camera gives no pictures; None if it is not known."""


@dataclass(frozen=True, slots=True)
class Frozen:
    """The camera has delivered the same picture again and again for `seconds`."""

    seconds: float


@dataclass(frozen=True, slots=True)
class WrongSize:
    """The camera's pictures are `width` by `height` pixels, but the settings ask for the size `wanted`
    (width, height)."""

    width: int
    height: int
    wanted: tuple[int, int]


StreamFault = NoPictures | Frozen | WrongSize
PictureFault = Black | TooDark | TooBright | OutOfFocus | Shaken | DirtyLens | Veiled | Moved
CardFault = Glare | CutOff | Unread | Covered
Fact = PictureFault | CardFault | StreamFault
Kind = Literal[
    "black",
    "too dark",
    "too bright",
    "glare",
    "out of focus",
    "shaken",
    "dirty lens",
    "veiled",
    "moved",
    "cut off",
    "unread",
    "covered",
    "no pictures",
    "frozen",
    "wrong size",
]


@dataclass(frozen=True, slots=True)
class Condition:
    """One fault of the camera's view, with its place in the picture and its severity."""

    fact: Fact
    severity: Severity = "minor"
    where: tuple[Point, ...] = ()
    """The place of the fault: a polygon in fractions of the picture's width and height, (0, 0) top left.
    Empty for the whole picture."""

    @property
    def kind(self) -> Kind:
        """The name of this kind of fault, such as "glare", for programs that read the table's answers."""
        return kind_of(self.fact)


def kind_of(fact: Fact) -> Kind:
    """Return the name of the kind of `fact`, such as "glare", for programs that read the table's answers."""
    match fact:
        case Black():
            return "black"
        case TooDark():
            return "too dark"
        case TooBright():
            return "too bright"
        case Glare():
            return "glare"
        case OutOfFocus():
            return "out of focus"
        case Shaken():
            return "shaken"
        case DirtyLens():
            return "dirty lens"
        case Veiled():
            return "veiled"
        case Moved():
            return "moved"
        case CutOff():
            return "cut off"
        case Unread():
            return "unread"
        case Covered():
            return "covered"
        case NoPictures():
            return "no pictures"
        case Frozen():
            return "frozen"
        case WrongSize():
            return "wrong size"
        case _:
            assert_never(fact)


def forbids_rulings(conditions: Sequence[Condition]) -> bool:
    """Return True if one of the conditions is serious. No ruling may then rest on the picture."""
    return any(condition.severity == "serious" for condition in conditions)


def describe(condition: Condition, count: int = 1, tr: Translate = english) -> str:
    """Return a sentence that describes a fault of the view. `count` is the number of equal faults, such as
    cards with glare, that the sentence covers."""
    grave = condition.severity == "serious"
    match condition.fact:
        case Black():
            return tr("The picture is black.")
        case TooDark():
            mildly = tr("It is too dark to read the cards for certain.")
            return tr("It is too dark to read the cards.") if grave else mildly
        case TooBright():
            mildly = tr("It is so bright that much of the picture is plain white.")
            return tr("It is too bright to read the cards.") if grave else mildly
        case Glare():
            plural = tr("{count} cards reflect the light.").format(count=count)
            return tr("A card reflects the light.") if count == 1 else plural
        case OutOfFocus():
            mildly = tr("The picture is a little out of focus.")
            return tr("The picture is out of focus.") if grave else mildly
        case Shaken():
            mildly = tr("The picture is a little blurred. The camera or the table moved.")
            return tr("The picture is blurred. The camera or the table moved.") if grave else mildly
        case DirtyLens():
            return tr("Part of the picture is blurred. The lens may be dirty.")
        case Veiled():
            return tr("The whole picture is pale. The lens may be fogged or greasy.")
        case Moved():
            mildly = tr("The camera or the table was moved a little.")
            return tr("The camera or the table was moved.") if grave else mildly
        case CutOff(side=side):
            singular = tr("A card is cut off at the {side} of the picture.")
            # Some of the cards that the edge cuts off are not detected at all.
            plural = tr("At least {count} cards are cut off at the {side} of the picture.")
            return (singular if count == 1 else plural).format(count=count, side=_side(side, tr))
        case Unread():
            singular = tr("I see something like another card beside a row, but I can't read it.")
            plural = tr("I see something like another card beside {count} rows, but I can't read them.")
            return singular if count == 1 else plural.format(count=count)
        case Covered():
            singular = tr("Something lies between two cards of a row. A letter may be under it.")
            plural = tr(
                "Something lies between two cards of a row, in {count} places. Letters may be under it."
            )
            return singular if count == 1 else plural.format(count=count)
        case NoPictures() | Frozen() | WrongSize():
            return _of_stream(condition.fact, tr)
        case _:
            assert_never(condition.fact)


def _of_stream(fact: StreamFault, tr: Translate) -> str:
    """Return the sentence for a fault of the camera's stream of pictures, such as a frozen picture."""
    match fact:
        case NoPictures(why):
            if why is None:
                return tr("The camera gives no pictures.")
            return tr("The camera gives no pictures: {why}.").format(why=why.in_language(tr).rstrip("."))
        case Frozen():
            return tr("The camera's picture is frozen.")
        case WrongSize(width, height, (across, down)):
            sentence = tr("The camera's pictures are {width} × {height} pixels, not {across} × {down}.")
            return sentence.format(width=width, height=height, across=across, down=down)


def advise(condition: Condition, tr: Translate = english) -> str:
    """Return a sentence that says how to remedy a fault of the view."""
    match condition.fact:
        case Black():
            return tr("Is the lens covered? Uncover it, or switch a lamp on.")
        case TooDark():
            return tr("Switch a lamp on.")
        case TooBright():
            return tr("Switch a lamp off, or draw a curtain.")
        case Glare():
            return tr("Move the lamp, or turn the card away from it.")
        case OutOfFocus():
            return tr("Turn the lens until the letters are sharp, or let the camera focus again.")
        case Shaken():
            return tr("Keep both still. With more light, the camera needs less time for a picture.")
        case DirtyLens() | Veiled():
            return tr("Wipe the lens with a soft cloth.")
        case Moved():
            return tr("Leave both where they are now. I'm looking for the cards again.")
        case CutOff():
            return tr("Move it into the picture, or hang the camera higher.")
        case Unread():
            return tr("If this is a card, wipe the lens or shade the lamp. If it is not, take it away.")
        case Covered():
            return tr("Take the hand or the object away.")
        case NoPictures():
            return tr("Check its cable and its power. The game goes on by itself once the camera is back.")
        case Frozen() | WrongSize():
            return tr("Unplug the camera and plug it in again. The game goes on by itself.")
        case _:
            assert_never(condition.fact)


def to_report(conditions: Sequence[Condition]) -> tuple[tuple[Condition, int], ...]:
    """Return the faults of the view to report, serious ones first, each with the number of equal faults.

    Faults of one kind count as equal. Cut-off cards are equal only if the same side of the picture cuts
    them off.
    """
    alike: dict[tuple[str, ...], list[Condition]] = {}
    for condition in sorted(conditions, key=lambda c: c.severity != "serious"):
        side = condition.fact.side if isinstance(condition.fact, CutOff) else ""
        alike.setdefault((condition.kind, side), []).append(condition)
    return tuple((some[0], len(some)) for some in alike.values())


def _side(side: Side, tr: Translate) -> str:
    match side:
        case "left":
            return tr("left")
        case "right":
            return tr("right")
        case "top":
            return tr("top")
        case "bottom":
            return tr("bottom")
        case _:
            assert_never(side)
