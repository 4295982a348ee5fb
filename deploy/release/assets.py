"""List the works of other people in the product, with their files, their owners and their licences."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Asset:
    """A work of other people that is part of the product, such as a typeface, with its licence."""

    name: str
    """The name of the work."""
    version: str
    """The version of the work; empty if its owner gives none."""
    holder: str
    """The owner of the work's copyright."""
    files: tuple[str, ...]
    """Glob patterns for the paths of the work's files in the tree."""
    licence: str
    """The licence of the work: its SPDX identifier if `is_spdx` is true, else its name."""
    notice: str
    """The path of the file with the text of the work's licence."""
    is_spdx: bool = True
    """True if the licence is in SPDX's list of licences."""


PRINT_FONTS: Final = "vision/render/prints/fonts"
ODD_FONTS: Final = f"{PRINT_FONTS}/odd"

ASSETS: Final = (
    Asset(
        "Cabin", "", "Pablo Impallari, Igino Marini",
        ("web/static/fonts/*.woff2",), "OFL-1.1", "web/static/fonts/OFL.txt",
    ),
    Asset(
        "htmx, with its server-sent-events extension", "4.0.1", "the htmx contributors",
        ("web/static/vendor/htmx-sse-4.0.1.min.js",), "0BSD", "web/static/vendor/htmx-LICENSE.txt",
    ),
    Asset(
        "Vollkorn", "", "The Vollkorn Project Authors",
        ("device/printing/*.ttf",), "OFL-1.1", "device/printing/LICENCE.txt",
    ),
    Asset(
        "Lato", "", "tyPoland Lukasz Dziedzic",
        (f"{PRINT_FONTS}/sans.ttf",), "OFL-1.1", f"{PRINT_FONTS}/LICENCE.txt",
    ),
    Asset(
        "Vollkorn Bold", "", "The Vollkorn Project Authors",
        (f"{PRINT_FONTS}/serif.ttf",), "OFL-1.1", f"{PRINT_FONTS}/LICENCE.txt",
    ),
    Asset(
        "Courier Prime", "", "Quote-Unquote Apps",
        (f"{PRINT_FONTS}/slab.otf",), "OFL-1.1", f"{PRINT_FONTS}/LICENCE.txt",
    ),
    Asset(
        "Blankenburg", "", "Peter Wiegel",
        (f"{ODD_FONTS}/blackletter.ttf",), "OFL-1.1", f"{ODD_FONTS}/LICENCE.txt",
    ),
    Asset(
        "Gotico-Antiqua", "", "Jérôme Knebusch",
        (f"{ODD_FONTS}/gothic.otf",), "OFL-1.1", f"{ODD_FONTS}/LICENCE.txt",
    ),
    Asset(
        "Kristi", "", "Birgit Pulk",
        (f"{ODD_FONTS}/pen.ttf",), "OFL-1.1", f"{ODD_FONTS}/LICENCE.txt",
    ),
    Asset(
        "Leckerli One", "", "Gesine Todt",
        (f"{ODD_FONTS}/script.ttf",), "OFL-1.1", f"{ODD_FONTS}/LICENCE.txt",
    ),
    Asset(
        "Havana", "", "Stowarzyszenie Kulturotwórcze Miastodwa, Joanna Angulska",
        (f"{ODD_FONTS}/brush.otf",), "OFL-1.1", f"{ODD_FONTS}/LICENCE.txt",
    ),
    Asset(
        "SCOWL", "", "Kevin Atkinson and others, as the notice says",
        ("device/words/data/words.bin",), "SCOWL", "device/words/data/words.NOTICE.txt", is_spdx=False,
    ),
    Asset(
        "WordNet", "3.0", "Princeton University",
        ("device/words/data/glosses.bin", "device/words/data/words.bin"),
        "WordNet 3.0", "device/words/data/glosses.NOTICE.txt", is_spdx=False,
    ),
)  # fmt: skip

OWN_FILES: Final = (
    "vision/weights/*.onnx", "web/static/icons/*.png", "web/languages/*.mo", "docs/pictures/*",
    "deploy/golden/*",
)  # fmt: skip
"""Glob patterns for the paths of the binary files in the tree that the project itself made."""
