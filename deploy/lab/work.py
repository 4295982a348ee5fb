"""Count the multiply-adds, and measure the other time, that it takes to read some tables. `lexicon-table
doctor --speed` and docs/speed.md use these figures.

`python -m deploy.lab.work` takes a few minutes and writes `work.json` anew. `python -m deploy.pages` then
writes the document.
"""

import argparse
import json
import platform
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
import msgspec
import numpy as np

from device.commands._doctor import speed
from device.commands._doctor.stages import NETWORKS, replaced_function
from device.lab.bench.crowd import crowded
from device.lab.bench.speed import PICTURE_PIXELS, table_of
from device.lab.bench.work import multiply_adds
from vision.crops import Picture
from vision.picture import load
from vision.reader import Reader
from vision.render.table import virtual_table

SEARCH_PIXELS: Final = (640, 512, 320)
"""The long sides, pixels, to which a picture is reduced before the finder searches it for cards. The work
is measured for each."""
CARD_COUNTS: Final = {"simple": 8, "ordinary": 30}

NetworkInputs = list[tuple[str, tuple[int, int, int, int]]]


def picture(name: str) -> Picture:
    """Render the table `name`: a crowd of cards for `crowded`, else cards side by side."""
    return (
        crowded(PICTURE_PIXELS)
        if name == "crowded"
        else virtual_table(size=PICTURE_PIXELS)(table_of(CARD_COUNTS[name]), 1)
    )


def record_inputs(work: Callable[[], object]) -> NetworkInputs:
    """Run `work`, and return the inputs that the networks get meanwhile: the name of the network and the
    input's shape."""
    seen: NetworkInputs = []

    def noted(own: Callable[..., Any]) -> Callable[..., Any]:
        def run(name: str, batch: np.ndarray[Any, np.dtype[np.uint8]]) -> Any:
            count, height, width, _ = batch.shape
            seen.append((name, (count, height, width, 3)))
            return own(name, batch)

        return run

    with ExitStack() as put:
        for owner, name in (place for places in NETWORKS.values() for place in places):
            put.enter_context(replaced_function(owner, name, noted(getattr(owner, name))))
        work()
    return seen


def multiply_adds_of(seen: NetworkInputs) -> dict[str, int]:
    """Return the number of multiply-adds of each network, by its name, for the inputs `seen` that the
    networks got."""
    total: Counter[str] = Counter()
    for name, (count, *shape) in seen:
        total[name] += count * multiply_adds(name, tuple(shape))
    return dict(total)


def table(name: str, search_pixels: int) -> tuple[speed.CountedTable, NetworkInputs]:
    """Return the work of reading the table `name`, whose cards are searched at `search_pixels` pixels, and
    the inputs that the networks got."""
    reader, image = Reader.load(look_pixels=search_pixels), picture(name)
    seen = record_inputs(lambda: reader.read(image, "cards"))
    return speed.CountedTable(
        multiply_adds_of(seen), round(speed.time_other_code(image, speed.PROCESSOR, search_pixels), 4)
    ), seen


def count(machine: str) -> speed.Work:
    """Return the work of reading all tables, as multiply-adds, and the time of everything else on this
    machine. `machine` is the machine's name."""
    tables: dict[str, dict[str, speed.CountedTable]] = {}
    every: NetworkInputs = []
    for name in (*CARD_COUNTS, "crowded"):
        for search_pixels in SEARCH_PIXELS:
            counted, seen = table(name, search_pixels)
            tables.setdefault(name, {})[str(search_pixels)] = counted
            every += seen if search_pixels == SEARCH_PIXELS[0] else []
    usual = {network: max((s for n, s in every if n == network), key=np.prod) for network, _ in every}
    samples = {
        n: speed.NetworkInput(shape, shape[0] * multiply_adds(n, shape[1:])) for n, shape in usual.items()
    }
    other_code_seconds = speed.time_other_code(speed.small_picture(), speed.PROCESSOR)
    return speed.Work(machine, round(other_code_seconds, 4), samples, tables)


def compare_times(folder: Path) -> None:
    """Print three times for each picture in `folder`, in seconds: the expected time of its networks, their
    measured time, and the time of everything else."""
    known, reader = speed.load_work(), Reader.load()
    now = speed.measure_speed(known, speed.PROCESSOR)
    for path in sorted(folder.rglob("*.jpg")):
        picture = load(path)
        work = partial(reader.read, picture, "cards")
        networks = sum(
            count / now.by_network[name] for name, count in multiply_adds_of(record_inputs(work)).items()
        )
        other_code_seconds = speed.time_other_code(picture, speed.PROCESSOR)
        took = speed.fastest(work, speed.PROCESSOR) - other_code_seconds
        pieces = len(work().pieces)
        times = f"{networks:.3f} expected, {took:.3f} taken, {other_code_seconds:.3f} besides"
        click.echo(f"{path.name}: {pieces} pieces, {times}")


def main() -> None:
    """Measure how much work it is to read some tables, and write it to `work.json`. With `--against
    FOLDER`, compare the expected with the measured times for the pictures in that folder instead."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--machine", default=platform.processor() or platform.machine())
    options.add_argument("--against", type=Path, help="A folder of pictures to compare with.")
    given = options.parse_args()
    if given.against is not None:
        compare_times(given.against)
        return
    whole = count(given.machine)
    speed.WORK.write_text(json.dumps(msgspec.to_builtins(whole), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
