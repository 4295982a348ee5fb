"""The appearance of a printed deck of letter cards: one frozen value for each deck, drawn at random or made
by hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal

from engine.cards import PACKS, WADDINGTONS
from vision.render.brushes import CardBox, Colour, Rng, chance, hsv, jitter, uniform, weighted
from vision.render.prints.back_print import BackPrint, random_back
from vision.render.prints.diacritics import (
    LETTERS_WITH_DIACRITIC,
    ROUND_DIACRITICS,
    DiacriticStyle,
    random_mark,
)
from vision.render.prints.master_designs import Design, Drawings
from vision.render.prints.print_quality import CRISP_PRINT, LEVEL_BAR, Bar, Press, random_bar, random_press
from vision.render.prints.typefaces import Face, Faces, aspect

Layout = Literal["index", "corners", "figure", "centre"]
"""The letters on a card: a big letter with corner letters; corner letters alone; a big letter with a
figure; a big letter alone."""

FigureStyle = Literal["none", "plain", "box", "circle"]
Ornament = Literal[
    "none", "line", "double", "triangles", "wedges", "bars", "circle", "dots", "band", "tinted", "foliage"
]
Master = Literal[
    "jester", "star", "jesterstar", "word", "sun", "figure", "fool", "wizard", "crown", "animal", "emblem"
]

HALF_TURN_LETTERS: Final = "HINOSXZ"
"""Letters that read the same after half a turn."""

_SIZES: Final = (
    (57.0, 89.0),
    (57.0, 87.0),
    (44.0, 63.0),
    (63.0, 88.0),
    (70.0, 120.0),
    (56.0, 88.0),
    (50.0, 75.0),
)
"""The sizes of cards, mm: Lexicon's 57 x 89 and sizes near it; patience (44 x 63), poker (63 x 88) and
tarot cards (70 x 120); one in between."""

_LAYOUTS: Final[Mapping[Layout, float]] = MappingProxyType(
    {"index": 0.38, "corners": 0.28, "figure": 0.24, "centre": 0.1}
)
"""The layouts with their weights, by judgement: Lexicon's own most often; corner letters alone more often
than in life, since such cards show least; big letters alone seldom, since they teach nothing new."""

_SIZE_WEIGHTS: Final = (0.34, 0.14, 0.17, 0.15, 0.06, 0.08, 0.06)
"""The weights of the sizes: more than half are Lexicon's size or nearly so. By judgement."""


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
        """Return the height of the big letter. It is less than the deck's if the letter would be wider
        than the card."""
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
        """Return the places of the corner letters, each with whether the letter is upside down."""
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
        """Tell whether a bar is printed under one of its letters."""
        return letter in self.underlined and (self.layout != "corners" or self.bar.corners)


def random_deck(
    rng: Rng, faces: Faces, layout: Layout | None = None, drawings: Drawings | None = None
) -> PrintedDeck:
    """Return a random deck, of one `layout` if it is given. With `drawings`, its Masters show one of them."""
    width, height = _SIZES[int(rng.choice(len(_SIZES), p=_SIZE_WEIGHTS))]
    width, height = width * uniform(rng, 0.98, 1.02), height * uniform(rng, 0.98, 1.02)
    layout = layout or weighted(rng, _LAYOUTS)
    face = faces.pick(rng)
    stock, ink = _stock(rng), _ink(rng)
    figure, where = _figure(rng, layout)
    ornament = _ornament(rng)
    index = uniform(rng, 10, 23) if layout == "corners" else uniform(rng, 0.055, 0.125) * height
    index *= width / 57.0 if layout == "corners" else 1.0
    margin = 0.055 if ornament in ("line", "double") else 0.03
    deck = PrintedDeck(
        width=width,
        height=height,
        radius=uniform(rng, 0.03, 0.11) * width,
        layout=layout,
        face=face,
        index_face=face if chance(rng, 0.75) else faces.pick(rng),
        figure_face=face if chance(rng, 0.5) else faces.pick(rng),
        stretch=uniform(rng, 0.72, 1.15) if chance(rng, 0.4) else 1.0,
        stock=stock,
        ink=ink,
        red=jitter(rng, (35, 35, 180), 40) if chance(rng, 0.8) else ink,
        accent=hsv(rng.random(), uniform(rng, 0.1, 0.9), uniform(rng, 0.35, 1.0)),
        centre=uniform(rng, 0.26, 0.6) * height,
        centre_shift=uniform(rng, -0.06, 0.06) * height if chance(rng, 0.3) else 0.0,
        index=index,
        inset=(uniform(rng, margin, 0.11) * width, uniform(rng, margin, 0.10) * height),
        index_turned=chance(rng, 0.9),
        figure=figure,
        figure_at=where,
        ornament=ornament,
        underlined=weighted(rng, _UNDERLINED),
        master=weighted(rng, _MASTERS),
        master_index=weighted(rng, _MASTER_INDICES),
        figures=PACKS["waddingtons"].figures if chance(rng, 0.6) else _figures(rng),
        back=random_back(rng, width),
        wear=uniform(rng, 0, 1) ** 2,
        texture=uniform(rng, 0, 1) ** 2,
        pattern=int(rng.integers(2**31)),
        mark=random_mark(rng),
        marked="".join(letter for letter in LETTERS_WITH_DIACRITIC if chance(rng, 0.5))
        if chance(rng, 0.12)
        else "",
        press=random_press(rng),
        bar=random_bar(rng),
        master_share=uniform(rng, 0.35, 0.75),
    )
    if drawings is not None:
        deck = replace(deck, design=drawings.pick(rng))
    return _bordered(deck)


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


_MASTERS: Final[Mapping[Master, float]] = MappingProxyType(
    {
        "jester": 0.12, "star": 0.1, "jesterstar": 0.08, "word": 0.1, "sun": 0.04, "figure": 0.08,
        "fool": 0.28, "wizard": 0.05, "crown": 0.05, "animal": 0.05, "emblem": 0.05,
    }
)  # fmt: skip
"""The kinds of Master with their weights, by judgement. Half are a fool, a wizard, a crown, an animal or
an emblem, which are never the same twice, since a Master's picture may be anything."""

_MASTER_INDICES: Final = MappingProxyType(
    {"": 0.36, "MA": 0.22, "*": 0.14, "?": 0.05, "JOKER": 0.1, "MASTER": 0.1, "WILD": 0.03}
)
"""The texts in a Master's corners with their weights: mostly none or a short one. Words are rare, because
they have to be small. By judgement."""

_UNDERLINED: Final = MappingProxyType({"": 0.74, "MWNZ": 0.12, "MW": 0.1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ": 0.04})
"""The underlined letters of a deck with their weights. A quarter of the decks underline some, mostly
letters that become others upside down. That is more than in life, because the reader misread underlined
letters."""


def _bordered(deck: PrintedDeck) -> PrintedDeck:
    """Return the deck with room for its frame, so that no corner letter lies on the border line."""
    if deck.ornament not in ("line", "double", "band"):
        return deck
    x, y = deck.inset
    return replace(deck, inset=(max(x, 0.075 * deck.width), max(y, 0.055 * deck.height)))


def _stock(rng: Rng) -> Colour:
    kind = rng.random()
    if kind < 0.45:
        return jitter(rng, (240, 243, 245), 10)
    if kind < 0.75:
        return jitter(rng, (205, 228, 238), 15)
    if kind < 0.9:
        return jitter(rng, (170, 205, 225), 20)
    return hsv(rng.random(), uniform(rng, 0.05, 0.3), uniform(rng, 0.75, 1.0))


def _ink(rng: Rng) -> Colour:
    kind = rng.random()
    if kind < 0.6:
        return jitter(rng, (30, 28, 28), 18)
    if kind < 0.78:
        return jitter(rng, (95, 45, 32), 22)
    hue = (0.0, 0.33, 0.07, 0.58, 0.78)[int(rng.integers(5))]
    return hsv(hue + uniform(rng, -0.03, 0.03), uniform(rng, 0.6, 1.0), uniform(rng, 0.2, 0.65))


def _figure(rng: Rng, layout: Layout) -> tuple[FigureStyle, frozenset[str]]:
    """Return the style and the places of the figure. A deck with a big letter alone has none; the layout
    `figure` always has one."""
    if layout == "centre" or (layout != "figure" and chance(rng, 0.45)):
        return "none", frozenset()
    style: FigureStyle = weighted(rng, {"plain": 0.4, "box": 0.3, "circle": 0.3})
    places = {"tl br": 0.36, "tl": 0.2, "tr": 0.14, "under": 0.1, "tr bl": 0.1, "br": 0.05, "bottom": 0.05}
    if layout in ("index", "corners"):
        beside = 0.45 if layout == "corners" else 0.2
        places = {"beside": beside, **{place: (1 - beside) * share for place, share in places.items()}}
    return style, frozenset(weighted(rng, places).split())


def _figures(rng: Rng) -> Mapping[str, int]:
    return {card: int(rng.integers(1, 16)) for card in WADDINGTONS.figures}


def _ornament(rng: Rng) -> Ornament:
    return weighted(
        rng,
        {
            "none": 0.42, "line": 0.12, "double": 0.06, "triangles": 0.1, "wedges": 0.05, "bars": 0.04,
            "circle": 0.06, "dots": 0.03, "band": 0.04, "tinted": 0.05, "foliage": 0.03,
        },
    )  # fmt: skip
