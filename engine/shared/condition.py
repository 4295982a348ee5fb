"""Faults of the camera's view: facts found in a picture or a stream, and their words.

Vision finds those of one picture (perhaps against an earlier one), device those of a stream of pictures. Both
make `Condition`s, and every room may tell people of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, assert_never

from engine.i18n import Sentence, Translate, english
from engine.observation import Point

Side = Literal["left", "right", "top", "bottom"]
Severity = Literal["minor", "serious"]
"""`serious`: nothing may be ruled on such a picture. `minor`: single cards suffer, and their readings
say so."""


@dataclass(frozen=True, slots=True)
class Black:
    """Nothing shows at all. `level`: grey level of the brightest places, 0-255."""

    level: int


@dataclass(frozen=True, slots=True)
class TooDark:
    """Report a picture that is too dark. `level` is the grey level of the cards' paper, or without cards of
    the brightest places, 0-255.
    """

    level: int


@dataclass(frozen=True, slots=True)
class TooBright:
    """Report the burnt-out `share` of the picture: white, or nearly white."""

    share: float


@dataclass(frozen=True, slots=True)
class Glare:
    """A lamp is mirrored on card `card` (its number in the observation, None for a card that could not be
    read) and hides `share` of it."""

    card: int | None
    share: float


@dataclass(frozen=True, slots=True)
class OutOfFocus:
    """Nothing is sharp: the edges' standard deviation is `blur` pixels, `softness` of a card's long side (0
    when no card was seen)."""

    blur: float
    softness: float = 0.0


@dataclass(frozen=True, slots=True)
class Shaken:
    """Report movement during the exposure: edges across it are smeared with a standard deviation of `blur`
    pixels, `softness` of a card's long side (0 if no card was seen).
    """

    blur: float
    softness: float = 0.0


@dataclass(frozen=True, slots=True)
class DirtyLens:
    """A part of the picture is `times` softer than the rest of it, or than it was."""

    times: float


@dataclass(frozen=True, slots=True)
class Veiled:
    """Report a pale picture: the blackest print on any card has the share `black` of its paper's light."""

    black: float


@dataclass(frozen=True, slots=True)
class Moved:
    """The background lies elsewhere: by `pixels` of the picture and `degrees` (clockwise); both None when it
    is not found again at all."""

    pixels: float | None
    degrees: float | None


@dataclass(frozen=True, slots=True)
class CutOff:
    """A piece reaches beyond the picture's `side`; `card` is its number, None when it could not be read."""

    card: int | None
    side: Side


@dataclass(frozen=True, slots=True)
class Unread:
    """Beside the last card of a row the same paper goes on, and nothing on it could be read."""


@dataclass(frozen=True, slots=True)
class Covered:
    """Another object than the table lies between two cards of a row, with room for one or two more cards."""


@dataclass(frozen=True, slots=True)
class NoPictures:
    """The camera gives no pictures; `why`, as far as it is known."""

    why: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Frozen:
    """The camera has given the same picture for `seconds`."""

    seconds: float


@dataclass(frozen=True, slots=True)
class WrongSize:
    """Pictures are `width` by `height` pixels, and the settings ask for the size `wanted`."""

    width: int
    height: int
    wanted: tuple[int, int]


OfStream = NoPictures | Frozen | WrongSize
OfPicture = Black | TooDark | TooBright | OutOfFocus | Shaken | DirtyLens | Veiled | Moved
OfCards = Glare | CutOff | Unread | Covered
Fact = OfPicture | OfCards | OfStream
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
    """Report one fault of the view. `where` is a polygon in fractions of the picture's width and height, (0,
    0) top left, empty for the whole picture.
    """

    fact: Fact
    severity: Severity = "minor"
    where: tuple[Point, ...] = ()

    @property
    def kind(self) -> Kind:
        """Return the kind of the fault, for programs."""
        return kind_of(self.fact)


def kind_of(fact: Fact) -> Kind:
    """Return the fact's name for programs."""
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


def halting(conditions: Sequence[Condition]) -> bool:
    """Tell whether these conditions forbid a ruling on the picture."""
    return any(condition.severity == "serious" for condition in conditions)


def say(condition: Condition, count: int = 1, tr: Translate = english) -> str:
    """Describe the condition in one sentence. `count` is the number of like conditions told together."""
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
            some = tr("{count} cards reflect the light.").format(count=count)
            return tr("A card reflects the light.") if count == 1 else some
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
            one = tr("A card is cut off at the {side} of the picture.")
            # Some cards that the edge cuts off so are not seen at all.
            some = tr("At least {count} cards are cut off at the {side} of the picture.")
            return (one if count == 1 else some).format(count=count, side=_side(side, tr))
        case Unread():
            one = tr("I see something like another card beside a row, but I can't read it.")
            some = tr("I see something like another card beside {count} rows, but I can't read them.")
            return one if count == 1 else some.format(count=count)
        case Covered():
            one = tr("Something lies between two cards of a row. A letter may be under it.")
            some = tr(
                "Something lies between two cards of a row, in {count} places. Letters may be under it."
            )
            return one if count == 1 else some.format(count=count)
        case NoPictures() | Frozen() | WrongSize():
            return _of_stream(condition.fact, tr)
        case _:
            assert_never(condition.fact)


def _of_stream(fact: OfStream, tr: Translate) -> str:
    """Return the sentence for a fault of the stream of pictures."""
    match fact:
        case NoPictures(why):
            if why is None:
                return tr("The camera gives no pictures.")
            return tr("The camera gives no pictures: {why}.").format(why=why.told(tr).rstrip("."))
        case Frozen():
            return tr("The camera's picture is frozen.")
        case WrongSize(width, height, (across, down)):
            told = tr("The camera's pictures are {width} × {height} pixels, not {across} × {down}.")
            return told.format(width=width, height=height, across=across, down=down)


def advise(condition: Condition, tr: Translate = english) -> str:
    """Return the remedy as one sentence."""
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


def worth_telling(conditions: Sequence[Condition]) -> tuple[tuple[Condition, int], ...]:
    """Return the conditions to report, serious ones first, each with the number of its like.

    Conditions are alike if they are of one kind, and cards cut off at one side of the picture.
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
