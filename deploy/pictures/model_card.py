"""Draw the model card's pictures: who is taken for whom, letter by letter, and how training went.

`PYTHONPATH=. .venv/bin/python deploy/pictures/model_card.py --held WORK/held --curves WORK` writes
docs/pictures/confusion.png and training.png. WORK is what vision.training.recipe left; `--photos LABELLED`
adds labelled photographs and scenes.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from device.commands._bench.reading import SETS
from vision.crops import Picture
from vision.measuring.charts import confusion, counted, curve
from vision.measuring.measure import Labelled, Tally, compare, labelled
from vision.picture import load, save
from vision.reader import Reader
from vision.training.calibrate import labelled as rendered
from vision.training.pictures import load as load_rendered

OUT = Path(__file__).parents[2] / "docs" / "pictures"


def held_back(folder: Path, first: int, count: int) -> Iterator[Labelled]:
    """Rendered pictures as labelled photographs."""
    for index in range(first, first + count):
        path = folder / f"{index:06d}.jpg"
        yield rendered(path, load_rendered(folder, index)[1])


@click.command()
@click.option("--held", type=click.Path(exists=True, path_type=Path), help="Rendered pictures, held back.")
@click.option("--first", default=900_000, show_default=True)
@click.option("--count", default=200, show_default=True)
@click.option(
    "--photos", type=click.Path(exists=True, path_type=Path), help="Folder with photos/ and scenes/."
)
@click.option(
    "--curves", type=click.Path(exists=True, path_type=Path), help="Folder with the networks' curves."
)
@click.option("--title", default="Typefaces never trained on", show_default=True)
def main(
    held: Path | None, first: int, count: int, photos: Path | None, curves: Path | None, title: str
) -> None:
    """Measure and draw."""
    tally, reader = Tally(), Reader.load()
    if held is not None:
        for photo in held_back(held, first, count):
            compare(photo, reader.read(load(photo.path)), tally)
    if photos is not None:
        for place, kind in SETS.values():
            for photo in labelled(photos / place) if (photos / place).is_dir() else ():
                compare(photo, reader.read(load(photo.path), kind), tally)
    if tally.pairs:
        save(OUT / "confusion.png", confusion(counted(tally.pairs), title))
        click.echo(json.dumps(tally.row()))
    if curves is not None:
        save(OUT / "training.png", _training(curves))
        click.echo(OUT / "training.png")


def _training(folder: Path) -> Picture:
    """The sum of each network's losses over its steps."""
    lines = {}
    for path in sorted(folder.glob("*.json")):
        rows: list[dict[str, float]] = json.loads(path.read_text())
        lines[path.stem] = [(row["step"], sum(row.values()) - row["step"]) for row in rows]
    return curve(lines, "How the networks learned")


if __name__ == "__main__":
    main()
