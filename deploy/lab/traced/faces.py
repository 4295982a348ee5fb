"""Choose random styles for packs of letter cards. Their typefaces are ones on which no network was
trained."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, get_args

import numpy as np

Rng = np.random.Generator
Colour = tuple[int, int, int]
"""A printed colour: red, green, blue, sRGB 0-255."""

Design = Literal["L1", "L2", "L3"]
"""The print on a card: `L1` has a centre letter with corner letters, `L2` corner letters only, `L3` a centre
letter with a figure."""

Master = Literal["star", "jester", "crown", "word"]
Back = Literal["lattice", "diamonds", "stripes", "rings", "dots", "spokes", "named"]
MASTERS: Final[tuple[Master, ...]] = get_args(Master)
BACKS: Final[tuple[Back, ...]] = get_args(Back)

TYPEFACES: Final = (
    # Looked at one by one: upright, sturdy, and all of A-Z are Latin capitals.
    "Anonymous Pro B.ttf", "Compagnon-Medium.otf", "Compagnon-Roman.otf", "Dustismo.ttf",
    "dustismo_bold.ttf", "Dustismo_Roman.ttf", "Dustismo_Roman_Bold.ttf", "ElstobD-14pt.otf",
    "ElstobD-14ptBold.otf", "ElstobD-8ptMedium.otf", "eurof55.ttf", "eurof75.ttf",
    "FantasqueSansMono-Bold.ttf", "FiraCode-Medium.ttf", "FiraCode-Bold.ttf", "GFSArtemisia.otf",
    "GFSArtemisiaBold.otf", "GFSDidot.otf", "GFSDidotBold.otf", "GFSNeohellenic.otf",
    "GFSNeohellenicBold.otf", "GNUTypewriter.ttf", "Inconsolata.otf", "JetBrainsMono-Medium.ttf",
    "JetBrainsMono-Bold.ttf", "LeagueMono-Bold.otf", "LeagueMono-WideRegular.otf",
    "LeagueMono-NarrowSemiBold.otf", "apiregul.ttf", "apibold.ttf", "Quercus.ttf", "Quercus_Bold.ttf",
    "BABELreg.ttf", "BABEbold.ttf", "mononoki-Bold.ttf", "BIZUDPGothic-Regular.ttf",
    "BIZUDPGothic-Bold.ttf", "Mplus1-Medium.otf", "Mplus1-Bold.otf", "Mplus2-Black.otf", "OCRB.otf",
    "osifont.ttf", "Oxygen-Sans.ttf", "Oxygen-Sans-Bold.ttf", "OxygenMono-Regular.ttf",
    "DoulosSIL-Regular.ttf", "GalSILB.ttf", "GalSILR.ttf",
)  # fmt: skip

_PAPERS: Final[tuple[Colour, ...]] = (
    (250, 250, 248), (247, 246, 242), (241, 233, 216), (239, 230, 208), (232, 220, 192), (244, 232, 176),
)  # fmt: skip
_INKS: Final[tuple[Colour, ...]] = (
    (26, 25, 23), (34, 32, 30), (16, 16, 24), (20, 29, 69), (27, 42, 92), (18, 74, 44), (134, 24, 32),
)  # fmt: skip
_INK_ODDS: Final = (0.25, 0.2, 0.15, 0.12, 0.1, 0.09, 0.09)
_REDS: Final[tuple[Colour, ...]] = ((179, 32, 42), (194, 42, 38), (204, 58, 46), (165, 24, 43))
_BACKS: Final[tuple[Colour, ...]] = (
    (142, 31, 43), (31, 54, 115), (43, 43, 47), (64, 48, 106), (24, 84, 56), (150, 84, 30),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PackStyle:
    """The style of all cards of a pack."""

    font: Path
    """The file of the typeface."""
    design: Design
    """The places of the letters and figures on the cards: `L1`, `L2` or `L3`, which `Design` explains."""
    width: float
    """The width of a card, mm."""
    height: float
    """The height of a card, mm."""
    radius: float
    """The radius of a card's rounded corners, mm."""
    thickness: float
    """The thickness of a card, mm."""
    paper: Colour
    """The colour of the paper."""
    ink: Colour
    """The colour of the letters."""
    red: Colour
    """The colour of the figures and of the Masters' pictures."""
    centre_letter_share: float
    """The height of the centre letter, as a share of the card's height."""
    corner_letter_height: float
    """The height of the corner letters, mm."""
    border: Literal["none", "line", "colour"]
    """The border around the face of a card: none, a line, or a coloured band."""
    figure: Literal["none", "plain", "box", "circle"]
    """The style of the figure: none, plain, or with a box or a circle."""
    figure_place: Literal["tl", "tlbr", "beside", "below"]
    """The place of the figure: in the upper left corner (`tl`), also in the lower right one (`tlbr`), beside
    the corner letter, or below it."""
    underline: bool
    """True if M and W, which become each other upside down, are underlined."""
    master: Master
    """The kind of picture on the Masters, such as `jester`."""
    back: Back
    """The kind of pattern on the cards' backs."""
    back_colour: Colour
    """The colour of the pattern on the backs."""
    wear: float
    """The wear of the cards: 0 for new cards, 1 for very worn ones."""
    roughness: float
    """The roughness of the cards' surface, 0-1."""
    clear_coat: float
    """The strength of the clear coat on the cards, 0-1."""

    @property
    def is_symmetric(self) -> bool:
        """True if the letters on the cards look the same after half a turn, as with corner letters only."""
        return self.design == "L2"


def typefaces(folder: Path) -> tuple[Path, ...]:
    """Return the files of `TYPEFACES` below `folder`.

    Raise FileNotFoundError with the names of missing files. A scene's number gives the same scene only if all
    files are installed.
    """
    files: Mapping[str, Path] = {path.name: path for path in sorted(folder.rglob("*")) if path.is_file()}
    missing = [name for name in TYPEFACES if name not in files]
    if missing:
        raise FileNotFoundError(f"{folder}: no {', '.join(missing)}; see deploy/lab/traced/fonts.txt")
    return tuple(files[name] for name in TYPEFACES)


def random_deck(rng: Rng, fonts: tuple[Path, ...], designs: tuple[Design, ...]) -> PackStyle:
    """Return a random style of a pack, with a typeface of `fonts` and one of `designs`."""
    small = rng.random() < 0.2
    width = float(rng.uniform(43.5, 46.0) if small else rng.uniform(55.5, 64.0))
    height = width * float(rng.uniform(1.4, 1.58))
    design = designs[int(rng.integers(len(designs)))]
    corner_letter_height = height * float(
        rng.uniform(0.13, 0.2) if design == "L2" else rng.uniform(0.088, 0.125)
    )
    borders: tuple[Literal["none", "line", "colour"], ...] = ("none", "line", "colour")
    figures: tuple[Literal["none", "plain", "box", "circle"], ...] = ("none", "plain", "box", "circle")
    place: Literal["tl", "tlbr", "beside", "below"] = "beside" if rng.random() < 0.5 else "below"
    if design == "L3":
        place = "tlbr" if rng.random() < 0.6 else "tl"
    return PackStyle(
        font=fonts[int(rng.integers(len(fonts)))],
        design=design,
        width=width,
        height=height,
        radius=float(rng.uniform(2.2, 5.0)),
        thickness=float(rng.uniform(0.27, 0.36)),
        paper=_PAPERS[int(rng.integers(len(_PAPERS)))],
        ink=_INKS[int(rng.choice(len(_INKS), p=_INK_ODDS))],
        red=_REDS[int(rng.integers(len(_REDS)))],
        centre_letter_share=float(rng.uniform(0.34, 0.47)),
        corner_letter_height=corner_letter_height,
        border=borders[int(rng.choice(3, p=(0.5, 0.35, 0.15)))],
        figure=figures[int(rng.choice(4, p=(0.2, 0.3, 0.25, 0.25)))],
        figure_place=place,
        underline=bool(rng.random() < 0.4),
        master=MASTERS[int(rng.integers(len(MASTERS)))],
        back=BACKS[int(rng.integers(len(BACKS)))],
        back_colour=_BACKS[int(rng.integers(len(_BACKS)))],
        wear=float(rng.uniform(0.0, 0.5)),
        roughness=float(rng.uniform(0.4, 0.75)),
        clear_coat=float(rng.uniform(0.2, 0.6)) if rng.random() < 0.4 else 0.0,
    )
