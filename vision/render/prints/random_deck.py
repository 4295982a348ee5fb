"""Choose the appearance of a printed deck at random."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.cards import PACKS, WADDINGTONS
from vision.render.brushes import Colour, Rng, chance, hsv, jitter, uniform, weighted
from vision.render.prints.back_print import random_back
from vision.render.prints.deck import (
    BigLetter,
    CornerLetters,
    FigurePrint,
    FigureStyle,
    Layout,
    Master,
    MasterPrint,
    Ornament,
    Paper,
    PrintedDeck,
)
from vision.render.prints.diacritics import LETTERS_WITH_DIACRITIC, random_diacritic_style
from vision.render.prints.master_designs import Drawings
from vision.render.prints.print_quality import random_bar, random_press
from vision.render.prints.typefaces import Faces

_SIZES: Final = (
    (57.0, 89.0),
    (57.0, 87.0),
    (44.0, 63.0),
    (63.0, 88.0),
    (70.0, 120.0),
    (56.0, 88.0),
    (50.0, 75.0),
)
"""The sizes of cards, width and height in mm: Lexicon's 57 x 89 and sizes near it, patience cards (44 x
63), poker cards (63 x 88), tarot cards (70 x 120), and 50 x 75."""

_LAYOUTS: Final[Mapping[Layout, float]] = MappingProxyType(
    {"index": 0.38, "corners": 0.28, "figure": 0.24, "centre": 0.1}
)
"""The layouts of decks and their probabilities, by judgement. Lexicon's own layout (`index`) is the most
frequent. Corner letters alone are more frequent than on real tables, because they are hardest to read.
Big letters alone are rare, because they teach nothing that the other layouts do not teach."""

_SIZE_WEIGHTS: Final = (0.34, 0.14, 0.17, 0.15, 0.06, 0.08, 0.06)
"""The probabilities of `_SIZES`, by judgement. More than half of the decks have about Lexicon's size."""

_MASTERS: Final[Mapping[Master, float]] = MappingProxyType(
    {
        "jester": 0.12, "star": 0.1, "jesterstar": 0.08, "word": 0.1, "sun": 0.04, "figure": 0.08,
        "fool": 0.28, "wizard": 0.05, "crown": 0.05, "animal": 0.05, "emblem": 0.05,
    }
)  # fmt: skip
"""The kinds of Master and their probabilities, by judgement. Half of the Masters are a fool, a wizard, a
crown, an animal or an emblem. These look different in every pack, because a real Master's picture may
show anything."""

_MASTER_CORNER_TEXTS: Final = MappingProxyType(
    {"": 0.36, "MA": 0.22, "*": 0.14, "?": 0.05, "JOKER": 0.1, "MASTER": 0.1, "WILD": 0.03}
)
"""The texts in a Master's corners and their probabilities, by judgement. Most corners have no text or a
short one. Words are rare, because they must be small."""

_UNDERLINED: Final = MappingProxyType({"": 0.74, "MWNZ": 0.12, "MW": 0.1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ": 0.04})
"""The underlined letters of a deck and their probabilities. A quarter of the decks underline letters,
mostly those that are other letters upside down. Fewer real decks do, but the reader used to misread
underlined letters."""


def random_deck(
    rng: Rng, faces: Faces, layout: Layout | None = None, drawings: Drawings | None = None
) -> PrintedDeck:
    """Return a random deck. The deck has the `layout` if one is given. Its Masters show one of the
    `drawings` if any are given."""
    width, height = _SIZES[int(rng.choice(len(_SIZES), p=_SIZE_WEIGHTS))]
    width, height = width * uniform(rng, 0.98, 1.02), height * uniform(rng, 0.98, 1.02)
    layout = layout or weighted(rng, _LAYOUTS)
    face = faces.pick(rng)
    stock, ink = _stock(rng), _ink(rng)
    figure, where = _figure(rng, layout)
    ornament = _ornament(rng)
    corner_cap = uniform(rng, 10, 23) if layout == "corners" else uniform(rng, 0.055, 0.125) * height
    corner_cap *= width / 57.0 if layout == "corners" else 1.0
    margin = 0.055 if ornament in ("line", "double") else 0.03
    radius = uniform(rng, 0.03, 0.11) * width
    corner_face = face if chance(rng, 0.75) else faces.pick(rng)
    figure_face = face if chance(rng, 0.5) else faces.pick(rng)
    stretch = uniform(rng, 0.72, 1.15) if chance(rng, 0.4) else 1.0
    deck = PrintedDeck(
        width=width,
        height=height,
        radius=radius,
        layout=layout,
        ink=ink,
        red=jitter(rng, (35, 35, 180), 40) if chance(rng, 0.8) else ink,
        accent=hsv(rng.random(), uniform(rng, 0.1, 0.9), uniform(rng, 0.35, 1.0)),
        centre=BigLetter(
            face=face,
            cap=uniform(rng, 0.26, 0.6) * height,
            shift=uniform(rng, -0.06, 0.06) * height if chance(rng, 0.3) else 0.0,
            stretch=stretch,
        ),
        corner=CornerLetters(
            face=corner_face,
            cap=corner_cap,
            inset=(uniform(rng, margin, 0.11) * width, uniform(rng, margin, 0.10) * height),
            turned=chance(rng, 0.9),
        ),
        ornament=ornament,
        underlined=weighted(rng, _UNDERLINED),
        master=MasterPrint(weighted(rng, _MASTERS), weighted(rng, _MASTER_CORNER_TEXTS)),
        figure=FigurePrint(
            face=figure_face,
            style=figure,
            places=where,
            values=PACKS["waddingtons"].figures if chance(rng, 0.6) else _figures(rng),
        ),
        back=random_back(rng, width),
        paper=Paper(wear=uniform(rng, 0, 1) ** 2, grain=uniform(rng, 0, 1) ** 2, colour=stock),
        pattern=int(rng.integers(2**31)),
        diacritic_style=random_diacritic_style(rng),
        accented_letters="".join(letter for letter in LETTERS_WITH_DIACRITIC if chance(rng, 0.5))
        if chance(rng, 0.12)
        else "",
        press=random_press(rng),
        bar=random_bar(rng),
    )
    master = replace(deck.master, corner_share=uniform(rng, 0.35, 0.75))
    if drawings is not None:
        master = replace(master, design=drawings.pick(rng))
    return _bordered(replace(deck, master=master))


def _bordered(deck: PrintedDeck) -> PrintedDeck:
    """Return the deck with its corner letters moved inwards if it has a frame, so that none lies on the
    frame."""
    if deck.ornament not in ("line", "double", "band"):
        return deck
    x, y = deck.corner.inset
    inset = max(x, 0.075 * deck.width), max(y, 0.055 * deck.height)
    return replace(deck, corner=replace(deck.corner, inset=inset))


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
    """Return a random style and random places of the figures. A deck of the layout `centre` has no
    figures; a deck of the layout `figure` always has figures."""
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
