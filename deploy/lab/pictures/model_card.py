"""Draw the model card's pictures: which letter is misread as which, and the course of training.

`PYTHONPATH=. .venv/bin/python deploy/lab/pictures/model_card.py --photos LABELLED --held WORK/held --curves
WORK` writes docs/pictures/confusion.png and training.png. WORK is the folder that vision.lab.training.recipe
wrote. Each set of LABELLED has a strip of its own below the matrix of the rendered pictures.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from vision.crops import Picture
from vision.lab.measuring import labelled_sets
from vision.lab.measuring.charts import Confusions, count_confusions, draw_confusion, draw_curves
from vision.lab.measuring.measure import LabelledPhoto, ReadingTally, compare
from vision.lab.training.calibrate import labelled as rendered
from vision.lab.training.training_set import load as load_rendered
from vision.picture import load, save
from vision.reader import Reader

FOLDER = Path(__file__).parents[3] / "docs" / "pictures"

SET_HEADINGS = {
    "letter_cards": "real cards",
    "loose_tiles": "loose tiles",
    "board_tiles": "board tiles",
    "scenes_ordinary": "scenes",
    "scenes_hard": "hard scenes",
}
"""The headings of the labelled sets in the picture, by the name of the set."""


def held_back(folder: Path, first: int, count: int) -> Iterator[LabelledPhoto]:
    """Yield the `count` rendered pictures from number `first` in `folder`, as labelled photographs."""
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
    """Measure the reader and draw confusion.png. Draw training.png from the curves of the networks."""
    reader = Reader.load()
    if held is not None:
        tally = ReadingTally()
        for photo in held_back(held, first, count):
            compare(photo, reader.read(load(photo.path)), tally)
        click.echo(json.dumps(tally.row()))
        strips = {} if photos is None else dict(_strips(reader, photos))
        save(FOLDER / "confusion.png", draw_confusion(count_confusions(tally.pairs), title, strips))
        click.echo(FOLDER / "confusion.png")
    elif photos is not None:
        raise click.UsageError("--photos needs --held: strips stand below the matrix")
    if curves is not None:
        save(FOLDER / "training.png", _training(curves))
        click.echo(FOLDER / "training.png")


def _strips(reader: Reader, folder: Path) -> Iterator[tuple[str, Confusions]]:
    """Yield the heading of each labelled set, and how often each letter in the set was read as each
    letter."""
    for name, kind, photos in labelled_sets.lettered_parts(folder):
        tally = ReadingTally()
        for photo in photos:
            compare(photo, reader.read(load(photo.path), kind), tally)
        yield SET_HEADINGS[name], count_confusions(tally.pairs)


def _training(folder: Path) -> Picture:
    """Return a picture of the training: the sum of each network's losses at each step."""
    lines = {}
    for path in sorted(folder.glob("*.json")):
        rows: list[dict[str, float]] = json.loads(path.read_text())
        lines[path.stem] = [(row["step"], sum(row.values()) - row["step"]) for row in rows]
    return draw_curves(lines, "How the networks learned")


if __name__ == "__main__":
    main()
