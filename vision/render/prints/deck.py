"""The appearance of a printed deck of letter cards: one frozen value for each deck, drawn at random or made
by hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.cards import WADDINGTONS
from vision.render.brushes import CardBox, Colour
from vision.render.prints.back_print import BackPrint
from vision.render.prints.diacritics import ROUND_DIACRITICS, DiacriticStyle
from vision.render.prints.master_designs import Design
from vision.render.prints.print_quality import CRISP_PRINT, LEVEL_BAR, Bar, Press
from vision.render.prints.typefaces import Face, aspect

Layout = Literal["index", "corners", "figure", "centre"]
"""The letters on a card: a big letter with corner letters, corner letters alone, a big letter with a
figure, or a big letter alone."""

FigureStyle = Literal["none", "plain", "box", "circle"]
Ornament = Literal[
    "none", "line", "double", "triangles", "wedges", "bars", "circle", "dots", "band", "tinted", "foliage"
]
Master = Literal[
    "jester", "star", "jesterstar", "word", "sun", "figure", "fool", "wizard", "crown", "animal", "emblem"
]

HALF_TURN_LETTERS: Final = "HINOSXZ"
"""Letters that read the same after half a turn."""


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper of a deck."""

    colour: Colour
    """The colour."""
    grain: float
    """The strength of the grain, 0-1."""
    wear: float
    """The wear of the cards, 0-1."""


@dataclass(frozen=True, slots=True)
class BigLetter:
    """The big letter in the middle of a card."""

    face: Face
    """The typeface."""
    cap: float
    """The height of the capitals, mm."""
    shift: float
    """The shift downwards from the middle of the card, mm."""
    stretch: float
    """The factor on the width of the typeface."""


@dataclass(frozen=True, slots=True)
class CornerLetters:
    """The corner letters of a card, at the top left and the bottom right."""

    face: Face
    """The typeface."""
    cap: float
    """The height of the capitals, mm."""
    inset: tuple[float, float]
    """The distance of a corner letter from the card's left and top edges, mm."""
    turned: bool
    """True if the lower corner letter is upside down."""


@dataclass(frozen=True, slots=True)
class FigurePrint:
    """The figures of a deck."""

    face: Face
    """The typeface."""
    style: FigureStyle
    """The frame of a figure, or `none` for a deck without figures."""
    places: frozenset[str]
    """The places of the figure on a card, such as `tr` for the top right corner."""
    values: Mapping[str, int]
    """The figure of each letter."""


@dataclass(frozen=True, slots=True)
class MasterPrint:
    """The print on the Masters of a deck."""

    kind: Master
    """The kind of picture."""
    corner_text: str
    """The text in the corners, `*` for a star."""
    corner_share: float = 0.7
    """The height of the text in the corners as a share of the corner letters' height, if there is room."""
    design: Design | None = None
    """The picture that is printed instead of a picture of the `kind`, or None."""


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    """One printed deck. Lengths are mm unless stated."""

    width: float
    """The width of a card."""
    height: float
    """The height of a card."""
    radius: float
    """The radius of the corners."""
    layout: Layout
    """The letters on a card."""
    paper: Paper
    """The paper."""
    centre: BigLetter
    """The big letter."""
    corner: CornerLetters
    """The corner letters."""
    figure: FigurePrint
    """The figures."""
    master: MasterPrint
    """The print on the Masters."""
    ink: Colour
    """The colour of the letters."""
    red: Colour
    """The colour of the figures."""
    accent: Colour
    """The colour of the ornament."""
    ornament: Ornament
    """The frame or pattern round the letter."""
    underlined: str
    """The letters that are underlined."""
    back: BackPrint
    """The print on the back."""
    pattern: int
    """The seed of all patterns."""
    mark: DiacriticStyle = ROUND_DIACRITICS
    """The style of diacritics."""
    marked: str = ""
    """The letters that are printed with a diacritic."""
    press: Press = CRISP_PRINT
    """The print quality."""
    bar: Bar = LEVEL_BAR
    """The line under underlined letters."""

    @property
    def aspect(self) -> float:
        """The ratio of width to height."""
        return self.width / self.height

    def centre_cap(self, letter: str) -> float:
        """Return the height of the big letter's capitals for this letter. It is less than the deck's
        height if the letter would be wider than the card."""
        room = 0.84 * self.width / (aspect(self.centre.face, letter) * self.centre.stretch)
        return min(self.centre.cap, room)

    def regions(self, letter: str) -> tuple[CardBox, ...]:
        """Return the places of the printed letters: the big letter first, then the corner letters. For a
        Master, return the place of its drawing."""
        boxes = [self._centre_box(letter)] if self.layout != "corners" or letter == "?" else []
        if self.layout in ("index", "corners") and letter != "?":
            boxes += self.index_boxes(letter)
        return tuple(boxes)

    def index_boxes(self, text: str) -> list[CardBox]:
        """Return the places of the corner letter at the top left and at the bottom right."""
        x, y = self.corner.inset
        first = CardBox(x, y, x + self.corner.cap * aspect(self.corner.face, text), y + self.corner.cap)
        return [first, first.turned(self.width, self.height)]

    def indices(self, letter: str) -> tuple[tuple[CardBox, bool], ...]:
        """Return the places of the corner letters, each with True if the letter is upside down."""
        text = letter if letter != "?" else self.master.corner_text
        if self.layout not in ("index", "corners") or text in ("", "*"):
            return ()
        boxes = self.index_boxes(text) if letter != "?" else self._master_boxes(text)
        return ((boxes[0], False), (boxes[1], self.corner.turned or letter == "?"))

    def master_cap(self) -> float:
        """Return the height of the text in a Master's corners. It is smaller than a letter, because it is
        longer."""
        room = 0.42 * self.width / aspect(self.corner.face, self.master.corner_text)
        return min(self.master.corner_share * self.corner.cap, room)

    def _master_boxes(self, text: str) -> list[CardBox]:
        (x, y), cap = self.corner.inset, self.master_cap()
        first = CardBox(x, y, x + cap * aspect(self.corner.face, text), y + cap)
        return [first, first.turned(self.width, self.height)]

    def _centre_box(self, letter: str) -> CardBox:
        middle = self.height / 2 + self.centre.shift
        if letter == "?":
            half = 0.27 * self.width
            return CardBox(
                self.width / 2 - half, middle - 1.4 * half, self.width / 2 + half, middle + 1.4 * half
            )
        cap = self.centre_cap(letter)
        half = cap * aspect(self.centre.face, letter) * self.centre.stretch / 2
        return CardBox(self.width / 2 - half, middle - cap / 2, self.width / 2 + half, middle + cap / 2)

    def symmetric(self, letter: str) -> bool:
        """Return True if this card looks the same after half a turn."""
        if letter == "?":
            return self.master.design is not None and self.master.design.even
        even = self.figure.style == "none" or self.figure.places in (
            {"tl", "br"},
            {"tr", "bl"},
            {"under"},
            {"beside"},
        )
        alike = letter in HALF_TURN_LETTERS and not self._barred(letter)
        if self.layout == "corners":
            return even and (self.corner.turned or alike)
        level = abs(self.centre.shift) < 0.02 * self.height
        return even and level and alike

    def _barred(self, letter: str) -> bool:
        """Return True if a bar is printed under one of the card's letters."""
        return letter in self.underlined and (self.layout != "corners" or self.bar.corners)


_PARTS: Final = ("paper", "centre", "corner", "figure", "master")
"""The fields of a deck that have fields of their own."""


def plain_deck(face: Face, **changes: object) -> PrintedDeck:
    """Return a cream Lexicon deck with black letters and red figures. `changes` replace fields.

    A field of a part follows the name of the part: `figure_style="none"` replaces `figure.style`.
    """
    deck = PrintedDeck(
        width=57.0,
        height=89.0,
        radius=4.0,
        layout="index",
        paper=Paper(colour=(205, 232, 240), grain=0.15, wear=0.1),
        centre=BigLetter(face, cap=36.0, shift=0.0, stretch=1.0),
        corner=CornerLetters(face, cap=8.5, inset=(4.2, 4.6), turned=True),
        figure=FigurePrint(face, "plain", frozenset({"tr", "bl"}), WADDINGTONS.figures),
        master=MasterPrint("jester", corner_text=""),
        ink=(28, 24, 24),
        red=(38, 38, 178),
        accent=(60, 60, 150),
        ornament="none",
        underlined="",
        back=BackPrint(),
        pattern=7,
    )
    for name, value in changes.items():
        part, _, field = name.partition("_")
        new = replace(getattr(deck, part), **{field: value}) if part in _PARTS else value
        deck = replace(deck, **{part if part in _PARTS else name: new})  # type: ignore[arg-type]
    return deck
