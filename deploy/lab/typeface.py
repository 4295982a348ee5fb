"""Make the typefaces for printed names and captions from Vollkorn's variable font.

    python -m deploy.lab.typeface "Vollkorn[wght].ttf" device/printing/

It needs the `train` extra's fonttools. The font comes from https://github.com/FAlthausen/Vollkorn-Typeface.
The committed typefaces were made from version 5.1, which `fontpkg-vollkorn` on PyPI holds.
"""

import sys
from pathlib import Path
from typing import Any, Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEIGHTS: Final = {"names.ttf": 600, "captions.ttf": 400}
"""The weight of the letters in each typeface that is made, by the name of its file. 400 is regular."""
BLOCKS: Final = (
    range(0x20, 0x7F),  # ASCII
    range(0xA0, 0x250),  # Latin, all of Europe's and more
    range(0x370, 0x530),  # Greek and Cyrillic
    range(0x1E00, 0x1F00),  # Latin of Viet Nam
    range(0x2010, 0x203B),  # dashes and quotation marks
    range(0x2190, 0x2194),  # arrows
)
"""The ranges of Unicode that the files keep. Names and captions are written with these letters."""


def main() -> None:
    """Make the two typefaces for printed names and captions. The arguments of the command are the file of
    the variable font Vollkorn and the folder for the typefaces."""
    source, folder = sys.argv[1], Path(sys.argv[2])
    for name, weight in WEIGHTS.items():
        font = TTFont(source, recalcTimestamp=False)
        instantiateVariableFont(font, {"wght": weight}, inplace=True)
        _lining(font)
        options = Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=[1, 2, 4, 6, 13])
        subset = Subsetter(options)
        subset.populate(unicodes=[code for block in BLOCKS for code in block])
        subset.subset(font)
        called = f"Lexicon Table {name.removesuffix('.ttf').title()}"
        for record in font["name"].names:
            if record.nameID in (1, 4, 6):
                record.string = called.replace(" ", "") if record.nameID == 6 else called
        font.save(folder / name)


def _lining(font: Any) -> None:
    """Give the digits the glyphs whose names end in `.tf`: figures as tall as capitals, all of one width.
    They replace the old-style figures."""
    for table in font["cmap"].tables:
        for code in range(0x30, 0x3A):
            if code in table.cmap:  # several tables may share one dictionary
                table.cmap[code] = table.cmap[code].removesuffix(".tf") + ".tf"


if __name__ == "__main__":
    main()
