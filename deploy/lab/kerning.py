"""Remove invisible kerning (below MIN_KERNING_EM_THOUSANDTHS) from the typefaces of the phone's pages.

    python -m deploy.lab.kerning FROM.woff2 TO.woff2

It needs the fonttools of the `train` extra, and brotli. Each weight of Cabin takes 12 kB on its way to a
phone. 3.5 kB of them were kerning, mostly of half a pixel or less.
"""

import sys
from typing import Any, Final

from fontTools.ttLib import TTFont

MIN_KERNING_EM_THOUSANDTHS: Final = 16
"""The least kerning that is kept, thousandths of an em. In text of 20 pixels it is a third of a pixel."""
KERNING_STEP: Final = 10
"""The step to which kerning is rounded, thousandths of an em. After rounding many values are equal, and equal
rows of values are stored once."""


def main() -> None:
    """Copy a typeface without its invisible kerning. The two arguments of the command are the file to read
    and the file to write."""
    source, target = sys.argv[1:]
    font = TTFont(source, recalcTimestamp=False)
    (lookup,) = font["GPOS"].table.LookupList.Lookup
    pairs, classes = lookup.SubTable
    _drop_redundant_pairs(pairs, classes)
    _round_classes(classes)
    font.flavor = "woff2"
    font.save(target)


def visible_kerning(kerning: int) -> int:
    """Return `kerning` (thousandths of an em), rounded to KERNING_STEP; 0 if it is invisible."""
    return 0 if abs(kerning) < MIN_KERNING_EM_THOUSANDTHS else round(kerning / KERNING_STEP) * KERNING_STEP


def _advance(record: Any) -> int:
    return getattr(record.Value1, "XAdvance", 0) if record.Value1 else 0


def _drop_redundant_pairs(pairs: Any, classes: Any) -> None:
    """Remove each pair of glyphs from `pairs` whose own kerning looks the same as that of the glyphs'
    classes."""
    first, second = classes.ClassDef1.classDefs, classes.ClassDef2.classDefs
    kept = {}
    for glyph, records in zip(pairs.Coverage.glyphs, pairs.PairSet, strict=True):
        row = classes.Class1Record[first.get(glyph, 0)].Class2Record
        known = glyph in classes.Coverage.glyphs
        records.PairValueRecord = [
            record
            for record in records.PairValueRecord
            if visible_kerning(
                _advance(record) - (_advance(row[second.get(record.SecondGlyph, 0)]) if known else 0)
            )
        ]
        for record in records.PairValueRecord:
            record.Value1.XAdvance = visible_kerning(_advance(record))
        if records.PairValueRecord:
            kept[glyph] = records
    pairs.Coverage.glyphs, pairs.PairSet, pairs.PairSetCount = list(kept), list(kept.values()), len(kept)


def _round_classes(classes: Any) -> None:
    """Round the kerning between classes of glyphs, and merge the classes that have equal kerning
    afterwards."""
    rows = [
        [visible_kerning(_advance(record)) for record in row.Class2Record] for row in classes.Class1Record
    ]
    columns = list(map(list, zip(*rows, strict=True)))
    for row in classes.Class1Record:
        for record in row.Class2Record:
            if record.Value1:
                record.Value1.XAdvance = visible_kerning(_advance(record))
    first, second = (
        _merge_equal_lines(rows, classes.ClassDef1),
        _merge_equal_lines(columns, classes.ClassDef2),
    )
    classes.Class1Record = [classes.Class1Record[row] for row in first]
    for row in classes.Class1Record:
        row.Class2Record = [row.Class2Record[column] for column in second]
    classes.Class1Count, classes.Class2Count = len(first), len(second)


def _merge_equal_lines(lines: list[list[int]], of: Any) -> list[int]:
    """Merge the classes of glyphs whose rows, or columns, of the kerning table are equal. `lines` are these
    rows or columns, one for each class. `of` maps glyphs to classes, and gets the new numbers of the classes.
    Return the indices of the lines that remain."""
    firsts = [n for n, line in enumerate(lines) if lines.index(line) == n]
    numbers = [firsts.index(lines.index(line)) for line in lines]
    of.classDefs = {glyph: numbers[n] for glyph, n in of.classDefs.items() if numbers[n]}
    return firsts


if __name__ == "__main__":
    main()
