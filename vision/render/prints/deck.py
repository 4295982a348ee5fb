"""The appearance of a printed deck of letter cards. It is one frozen value for each deck, drawn at random
or made by hand."""

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
"""The places of the letters on a card. `index`: a big letter with corner letters. `corners`: corner
letters alone. `figure`: a big letter with a figure. `centre`: a big letter alone."""

FigureStyle = Literal["none", "plain", "box", "circle"]
Ornament = Literal[
    "none", "line", "double", "triangles", "wedges", "bars", "circle", "dots", "band", "tinted", "foliage"
]
Master = Literal[
    "jester", "star", "jesterstar", "word", "sun", "figure", "fool", "wizard", "crown", "animal", "emblem"
]

HALF_TURN_LETTERS: Final = "HINOSXZ"
"""The letters that look the same after half a turn."""


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper of a deck: its colour, its grain and its wear."""

    colour: Colour
    """The colour of the paper."""
    grain: float
    """The strength of the paper's grain, 0-1."""
    wear: float
    """The wear of the cards by use, 0-1."""


@dataclass(frozen=True, slots=True)
class BigLetter:
    """The big letter in the middle of a card."""

    face: Face
    """The typeface of the big letter."""
    cap: float
    """The height of capitals, mm."""
    shift: float
    """The distance of the letter's middle below the middle of the card, mm."""
    stretch: float
    """The factor on the width of the typeface."""


@dataclass(frozen=True, slots=True)
class CornerLetters:
    """The corner letters of a card, at the top left and the bottom right."""

    face: Face
    """The typeface of the corner letters."""
    cap: float
    """The height of capitals, mm."""
    inset: tuple[float, float]
    """The distance of the upper corner letter from the card's left edge and from its top edge, mm."""
    turned: bool
    """True if the lower corner letter is upside down."""


@dataclass(frozen=True, slots=True)
class FigurePrint:
    """The figures of a deck: the small numbers on its cards."""

    face: Face
    """The typeface of the figures."""
    style: FigureStyle
    """The frame of a figure, or `none` for a deck without figures."""
    places: frozenset[str]
    """The places of the figure on a card: `tl`, `tr`, `bl` or `br` for a corner, `bottom` for the middle of
    the lower edge, `under` or `beside` for a place at the corner letters."""
    values: Mapping[str, int]
    """The number that the card of each letter shows as its figure, by letter."""


@dataclass(frozen=True, slots=True)
class MasterPrint:
    """The print on the Masters of a deck: the picture, and the text in the corners."""

    kind: Master
    """The kind of the Masters' picture, such as `jester` or `star`."""
    corner_text: str
    """The text in the corners: `*` is drawn as a star, an empty text as nothing."""
    corner_share: float = 0.7
    """The height of the text in the corners, as a share of the corner letters' height. A long text is
    smaller."""
    design: Design | None = None
    """The drawing that the Masters show instead of a picture of the `kind`, or None if they show that
    picture."""


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    """The appearance of one printed deck: its sizes, typefaces, colours and Masters."""

    width: float
    """The width of a card, mm."""
    height: float
    """The height of a card, mm."""
    radius: float
    """The radius of a card's corners, mm."""
    layout: Layout
    """The places of the letters on a card."""
    paper: Paper
    """The paper of the cards: its colour, grain and wear."""
    centre: BigLetter
    """The size, place and typeface of the big letter in the middle of a card."""
    corner: CornerLetters
    """The size, place and typeface of the corner letters."""
    figure: FigurePrint
    """The style and the values of the figures, and their places on a card."""
    master: MasterPrint
    """The print on the Masters."""
    ink: Colour
    """The colour of the letters."""
    red: Colour
    """The colour of the figures, usually red."""
    accent: Colour
    """The colour of the ornament."""
    ornament: Ornament
    """The kind of frame or pattern on the card, or `none`."""
    underlined: str
    """The letters that are underlined, such as `MW`."""
    back: BackPrint
    """The print on the backs of the cards."""
    pattern: int
    """The seed of all patterns, such as the paper's grain and the back."""
    diacritic_style: DiacriticStyle = ROUND_DIACRITICS
    """The style of the diacritics."""
    accented_letters: str = ""
    """The letters that are printed with a diacritic."""
    press: Press = CRISP_PRINT
    """The print quality of the letters."""
    bar: Bar = LEVEL_BAR
    """The bar under each underlined letter."""

    @property
    def aspect(self) -> float:
        """The ratio of the card's width to its height."""
        return self.width / self.height

    def centre_cap(self, letter: str) -> float:
        """Return the height of the big letter `letter`, mm. A letter that would be wider than the card is
        less high than the deck's other letters."""
        room = 0.84 * self.width / (aspect(self.centre.face, letter) * self.centre.stretch)
        return min(self.centre.cap, room)

    def regions(self, letter: str) -> tuple[CardBox, ...]:
        """Return the boxes of the printed letters on a card, mm: the big letter first, then the corner
        letters. For a Master, return the box of its picture alone."""
        boxes = [self._centre_box(letter)] if self.layout != "corners" or letter == "?" else []
        if self.layout in ("index", "corners") and letter != "?":
            boxes += self.corner_boxes(letter)
        return tuple(boxes)

    def corner_boxes(self, text: str) -> list[CardBox]:
        """Return the two boxes, mm, for printing `text` as corner letters: at the card's top left, and
        turned by half a turn at its bottom right."""
        x, y = self.corner.inset
        first = CardBox(x, y, x + self.corner.cap * aspect(self.corner.face, text), y + self.corner.cap)
        return [first, first.turned(self.width, self.height)]

    def corner_letters(self, letter: str) -> tuple[tuple[CardBox, bool], ...]:
        """Return the box of each corner letter, mm, with True if the letter is upside down. A Master's
        text in the corners counts as a letter; a star does not."""
        text = letter if letter != "?" else self.master.corner_text
        if self.layout not in ("index", "corners") or text in ("", "*"):
            return ()
        boxes = self.corner_boxes(text) if letter != "?" else self._master_boxes(text)
        return ((boxes[0], False), (boxes[1], self.corner.turned or letter == "?"))

    def master_cap(self) -> float:
        """Return the height of the text in a Master's corners, mm. It is less than a corner letter's
        height, because the text is longer."""
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

    def is_symmetric(self, letter: str) -> bool:
        """Return True if the card with this letter looks the same after half a turn."""
        if letter == "?":
            return self.master.design is not None and self.master.design.is_symmetric
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
        """Return True if the card of this letter has a bar under at least one of its letters."""
        return letter in self.underlined and (self.layout != "corners" or self.bar.has_corner_bars)


_PARTS: Final = ("paper", "centre", "corner", "figure", "master")
"""The fields of `PrintedDeck` whose values have fields themselves, such as `paper`. `plain_deck` replaces
one of these inner fields by a change such as `paper_wear=1`."""


def plain_deck(face: Face, **changes: object) -> PrintedDeck:
    """Return a cream Lexicon deck with black letters and red figures. `changes` replace fields of the deck.

    To change a field of a part, join both names: `figure_style="none"` replaces `figure.style`.
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
