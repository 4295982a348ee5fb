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
    face: Face
    """The typeface of the big letter."""
    index_face: Face
    """The typeface of the corner letters."""
    figure_face: Face
    """The typeface of the figures."""
    stretch: float
    """The factor on the width of the big letter."""
    stock: Colour
    """The colour of the paper."""
    ink: Colour
    """The colour of the letters."""
    red: Colour
    """The colour of the figures."""
    accent: Colour
    """The colour of the ornament."""
    centre: float
    """The height of the big letter's capitals."""
    centre_shift: float
    """The shift of the big letter downwards from the middle."""
    index: float
    """The height of the corner letters' capitals."""
    inset: tuple[float, float]
    """The distance of a corner letter from the left and top edges."""
    index_turned: bool
    """True if the lower corner letter is upside down."""
    figure: FigureStyle
    """The style of the figure."""
    figure_at: frozenset[str]
    """The places of the figure."""
    ornament: Ornament
    """The frame or pattern round the letter."""
    underlined: str
    """The letters that are underlined."""
    master: Master
    """The kind of Master."""
    master_index: str
    """The text in a Master's corners, `*` for a star."""
    figures: Mapping[str, int]
    """The figure of each letter."""
    back: BackPrint
    """The print on the back."""
    wear: float
    """The wear of the cards, 0-1."""
    texture: float
    """The strength of the paper's grain, 0-1."""
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
    master_share: float = 0.7
    """The height of the text in a Master's corners as a share of the corner letters', if there is room."""
    design: Design | None = None
    """The picture of the Masters in place of the kind `master`, or None."""

    @property
    def aspect(self) -> float:
        """Return the ratio of width to height."""
        return self.width / self.height

    def centre_cap(self, letter: str) -> float:
        """Return the height of the big letter's capitals for this letter. It is less than the deck's
        height if the letter would be wider than the card."""
        room = 0.84 * self.width / (aspect(self.face, letter) * self.stretch)
        return min(self.centre, room)

    def regions(self, letter: str) -> tuple[CardBox, ...]:
        """Return the places of the printed letters: the big letter first, then the corner letters. For a
        Master, return the place of its drawing."""
        boxes = [self._centre_box(letter)] if self.layout != "corners" or letter == "?" else []
        if self.layout in ("index", "corners") and letter != "?":
            boxes += self.index_boxes(letter)
        return tuple(boxes)

    def index_boxes(self, text: str) -> list[CardBox]:
        """Return the places of the corner letter at the top left and at the bottom right."""
        x, y = self.inset
        first = CardBox(x, y, x + self.index * aspect(self.index_face, text), y + self.index)
        return [first, first.turned(self.width, self.height)]

    def indices(self, letter: str) -> tuple[tuple[CardBox, bool], ...]:
        """Return the places of the corner letters, each with True if the letter is upside down."""
        text = letter if letter != "?" else self.master_index
        if self.layout not in ("index", "corners") or text in ("", "*"):
            return ()
        boxes = self.index_boxes(text) if letter != "?" else self._master_boxes(text)
        return ((boxes[0], False), (boxes[1], self.index_turned or letter == "?"))

    def master_cap(self) -> float:
        """Return the height of the text in a Master's corners. It is smaller than a letter, because it is
        longer."""
        room = 0.42 * self.width / aspect(self.index_face, self.master_index)
        return min(self.master_share * self.index, room)

    def _master_boxes(self, text: str) -> list[CardBox]:
        (x, y), cap = self.inset, self.master_cap()
        first = CardBox(x, y, x + cap * aspect(self.index_face, text), y + cap)
        return [first, first.turned(self.width, self.height)]

    def _centre_box(self, letter: str) -> CardBox:
        middle = self.height / 2 + self.centre_shift
        if letter == "?":
            half = 0.27 * self.width
            return CardBox(
                self.width / 2 - half, middle - 1.4 * half, self.width / 2 + half, middle + 1.4 * half
            )
        cap = self.centre_cap(letter)
        half = cap * aspect(self.face, letter) * self.stretch / 2
        return CardBox(self.width / 2 - half, middle - cap / 2, self.width / 2 + half, middle + cap / 2)

    def symmetric(self, letter: str) -> bool:
        """Tell whether this card looks the same after half a turn."""
        if letter == "?":
            return self.design is not None and self.design.even
        even = self.figure == "none" or self.figure_at in ({"tl", "br"}, {"tr", "bl"}, {"under"}, {"beside"})
        alike = letter in HALF_TURN_LETTERS and not self._barred(letter)
        if self.layout == "corners":
            return even and (self.index_turned or alike)
        level = abs(self.centre_shift) < 0.02 * self.height
        return even and level and alike

    def _barred(self, letter: str) -> bool:
        """Tell whether a bar is printed under one of the card's letters."""
        return letter in self.underlined and (self.layout != "corners" or self.bar.corners)


def plain_deck(face: Face, **changes: object) -> PrintedDeck:
    """Return a cream Lexicon deck with black letters and red figures. `changes` replace fields."""
    deck = PrintedDeck(
        width=57.0,
        height=89.0,
        radius=4.0,
        layout="index",
        face=face,
        index_face=face,
        figure_face=face,
        stretch=1.0,
        stock=(205, 232, 240),
        ink=(28, 24, 24),
        red=(38, 38, 178),
        accent=(60, 60, 150),
        centre=36.0,
        centre_shift=0.0,
        index=8.5,
        inset=(4.2, 4.6),
        index_turned=True,
        figure="plain",
        figure_at=frozenset({"tr", "bl"}),
        ornament="none",
        underlined="",
        master="jester",
        master_index="",
        figures=WADDINGTONS.figures,
        back=BackPrint(),
        wear=0.1,
        texture=0.15,
        pattern=7,
    )
    return replace(deck, **changes)  # type: ignore[arg-type]
