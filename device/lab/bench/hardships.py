"""Measure the reading of labelled photographs that were degraded on purpose."""

from pathlib import Path
from typing import Any

from device.lab.bench import qualities, reading
from vision.lab.measuring import labelled_sets
from vision.lab.measuring.degraded import DEGRADATIONS, degrade
from vision.lab.measuring.measure import ReadingTally, compare
from vision.picture import load
from vision.reader import Reader


def measure(folder: Path) -> dict[str, Any]:
    """Read the labelled sets of lettered pieces, degraded in every way of `DEGRADATIONS`, such as blurred or
    darkened.

    Return for each set the number of pieces, the shares found and read right, the pieces read wrong with
    certainty, the pieces reported where none lies, and the number of errors for each way. Add the share of
    letters that are read differently at coarser JPEG qualities. Raise UsageFault if `folder` has no labelled
    set.
    """
    reading.check(folder)
    reader, rows = Reader.load(), dict[str, Any]()
    for name, kind, photos in labelled_sets.lettered_parts(folder):
        pictures = [load(photo.path) for photo in photos]
        tallies = {way: ReadingTally() for way in DEGRADATIONS}
        for way, tally in tallies.items():
            for photo, picture in zip(photos, pictures, strict=True):
                bad, labels = degrade(way, picture, photo)
                compare(labels, reader.read(bad, kind), tally)
        stored = qualities.measure([(picture, kind) for picture in pictures], reader)
        rows[name] = _row(tallies) | {"jpeg_qualities": stored}
    return rows


def _row(tallies: dict[str, ReadingTally]) -> dict[str, Any]:
    every = tallies.values()
    counted, found = sum(t.counted for t in every), sum(t.found for t in every)
    return {
        "pieces": counted,
        "found": round(found / max(1, counted), 5),
        "right": round(sum(t.right for t in every) / max(1, found), 5),
        "sure_and_wrong": sum(t.sure_wrong for t in every),
        "false": sum(t.false for t in every),
        "faults": {way: len(tally.wrong) for way, tally in tallies.items() if tally.wrong},
    }
