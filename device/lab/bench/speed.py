"""Measure how fast photographs are read.

The program's reader and other readers read the same tables, which no network was trained on. One picture of
thirty cards is read stage by stage. The time for this picture is compared with the time to shrink the picture
to half its width, and with the time of other readers. Further measurements are a crowded table, a photograph
that changes little from the one before, and reading with fewer pixels.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2

from device.commands._doctor.stages import NETWORKS, STAGES, time_by_stage
from device.commands._doctor.timing import time_work
from device.lab.bench import looks, mixed, rivals
from device.lab.bench.crowd import crowded
from engine.shared.scene import CARD_HEIGHT, CARD_WIDTH, LyingCard, Scene
from vision.crops import Picture
from vision.reader import PhotoReading, Reader
from vision.render.table import project, virtual_table
from vision.tensor_format import LETTERS

PICTURE_PIXELS = (2304, 1296)
CARDS_PER_PICTURE = 30


def table_of(cards: int) -> Scene:
    """Return a scene of `cards` cards on a table of 16:9. They lie in rows of six, close together."""
    width = 920.0
    lying = tuple(
        LyingCard(LETTERS[n % 26], 180 + (n % 6) * (CARD_WIDTH + 1) + 30 * (n // 12), 62 + (n // 6) * 98.0)
        for n in range(cards)
    )
    assert lying[-1].y + CARD_HEIGHT / 2 < width * 9 / 16
    return Scene(width, width * 9 / 16, lying)


def measure(runs: int, photos: Path | None = None, seed: int = 100) -> dict[str, Any]:
    """Return how fast photographs are read, in milliseconds and as ratios. Times are medians over `runs`
    readings.

    Reading with fewer pixels is also measured for its accuracy, on the labelled photographs in the folder
    `photos`. `seed` decides the tables that no network was trained on.
    """
    scene, table = table_of(CARDS_PER_PICTURE), virtual_table(size=PICTURE_PIXELS)
    picture, reader = table(scene, 1), Reader.load()
    read, half = (
        time_work(lambda: reader.read(picture, "cards"), runs),
        time_work(lambda: _half(picture), runs),
    )
    quads, letters = project(scene, PICTURE_PIXELS), "".join(card.letter for card in scene.cards)
    others = rivals.measure(picture, reader.read(picture, "cards"), quads, letters)
    return {
        "unseen": mixed.measure(runs, seed),
        **_stage_costs(reader, picture, runs),
        "crowded": _stage_costs(reader, crowded(PICTURE_PIXELS), runs),
        "floor_ms": half.rounded(),
        "times_the_floor": read.ratio_to(half),
        "next_photo": _next_reading_costs(reader, table, runs),
        "letters_right": others.right,
        "others_ms": {name: took.rounded() for name, took in others.took.items()},
        "times_faster_than": {name: took.ratio_to(read) for name, took in others.took.items()},
        "not_compared": others.absent,
        "looks": looks.measure(picture, runs, photos),
        "widths": looks.widths(picture, runs, photos),
    }


def _half(picture: Picture) -> object:
    return cv2.resize(picture, (PICTURE_PIXELS[0] // 2, PICTURE_PIXELS[1] // 2))


def _stage_costs(reader: Reader, picture: Picture, runs: int) -> dict[str, Any]:
    """Return the milliseconds of one reading: in all, by stage, and by network."""

    def read() -> PhotoReading:
        return reader.read(picture, "cards")

    return {
        "pieces": len(read().pieces),
        "read_ms": time_work(read, runs).rounded(),
        "stages_ms": {name: took.rounded() for name, took in time_by_stage(read, STAGES, runs).items()},
        "networks_ms": {name: took.rounded() for name, took in time_by_stage(read, NETWORKS, runs).items()},
    }


def _next_reading_costs(reader: Reader, table: Callable[[Scene, int], Picture], runs: int) -> dict[str, Any]:
    """Measure a reading of a table whose last photograph was read, too. Return the milliseconds if one card
    was added, their ratio to a full reading, and the milliseconds if nothing was added."""
    scene = table_of(CARDS_PER_PICTURE)
    fewer = reader.read(table(replace(scene, cards=scene.cards[:-1]), 0), "cards")
    picture, still = table(scene, 1), table(scene, 2)
    more = reader.read(picture, "cards", fewer)
    whole = time_work(lambda: reader.read(picture, "cards"), runs)
    added = time_work(lambda: reader.read(picture, "cards", fewer), runs)
    return {
        "added_ms": added.rounded(),
        "added_of_full": added.ratio_to(whole),
        "still_ms": time_work(lambda: reader.read(still, "cards", more), runs).rounded(),
        "pieces_after_adding": len(more.pieces),
    }
