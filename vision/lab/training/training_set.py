"""Make the training set: rendered pictures with labels, in a folder outside the project.

`python -m vision.lab.training.training_set FOLDER --count 6000` renders them. A picture depends only on the
seed and on its own number. So the number of processes that render does not change the set.
"""

import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import click
import cv2
import numpy as np

from vision.lab.training.fonts import installed, split
from vision.render.prints.master_designs import Drawings, files_of
from vision.render.prints.typefaces import Faces
from vision.render.sample import PieceTruth, sample

PICTURE_SIZES = ((1280, 960), (1440, 810), (960, 720), (960, 540), (720, 960), (1280, 960))
"""The sizes of training pictures, width and height in pixels, as cameras and phones have them. Each entry
is equally likely; 1280 by 960 has two. One is upright. Half are large, because a corner letter needs as
many pixels as in a real photograph. None is larger, because rendering takes time."""


@dataclass(frozen=True, slots=True)
class PictureKind:
    """The choices that restrict which pictures are rendered."""

    held_back: bool = False
    """True to use only held-back typefaces and pictures of Masters; False to use only those for training."""
    overlapping: bool = False
    """True to render only cards with corner letters, most of which overlap."""
    foreign: bool = False
    """True to render tables on which most cards show no letter."""
    drawings: Path | None = None
    """The folder of drawings for Masters, to render only tables with many Masters; None to render tables
    with the usual number of Masters."""


def make(folder: Path, seed: int, kind: PictureKind, index: int) -> None:
    """Render the picture of number `index` with its labels into `folder`. Do nothing if the picture
    exists."""
    target = folder / f"{index:06d}.jpg"
    if target.exists():
        return
    cv2.setNumThreads(1)
    rng = np.random.default_rng((seed, index, int(kind.held_back)))
    width, height = PICTURE_SIZES[int(rng.integers(len(PICTURE_SIZES)))]
    drawn = None if kind.drawings is None else _drawings(kind.drawings, kind.held_back)
    picture = sample(rng, width, height, _faces(kind.held_back), kind.overlapping, kind.foreign, drawn)
    target.with_suffix(".labels").write_bytes(pickle.dumps(picture.labels))
    cv2.imwrite(str(target), picture.image, [cv2.IMWRITE_JPEG_QUALITY, 95])


@cache
def _faces(held_back: bool) -> Faces:
    return split(installed())[int(held_back)]


@cache
def _drawings(folder: Path, held_back: bool) -> Drawings:
    return Drawings.of(files_of(folder), held_back=held_back)


def load(folder: Path, index: int) -> tuple[np.ndarray, tuple[PieceTruth, ...]]:
    """Return the picture of number `index` (rows, columns, 3), blue, green, red, and its labels."""
    path = folder / f"{index:06d}.jpg"
    image = cv2.imread(str(path))
    assert image is not None, f"{path} is missing: render it first"
    return np.asarray(image, np.uint8), labels_of(folder, index)


def labels_of(folder: Path, index: int) -> tuple[PieceTruth, ...]:
    """Return the labels of the picture of number `index`."""
    # Unpickling is safe here: this module itself wrote the files, and they stay on this machine.
    labels: tuple[PieceTruth, ...] = pickle.loads((folder / f"{index:06d}.labels").read_bytes())
    return labels


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--count", default=6000, show_default=True)
@click.option("--first", default=0, show_default=True)
@click.option("--seed", default=1933, show_default=True)
@click.option("--held-back", is_flag=True, help="Use only the typefaces kept out of training.")
@click.option("--overlapping", is_flag=True, help="Only cards with corner letters, most of them overlapping.")
@click.option("--foreign", is_flag=True, help="Only tables on which most cards show no letter.")
@click.option(
    "--drawings",
    type=click.Path(exists=True, path_type=Path),
    help="Only tables with many Masters, which bear the pictures of this folder.",
)
@click.option("--processes", default=2, show_default=True)
def main(
    folder: Path,
    count: int,
    first: int,
    seed: int,
    held_back: bool,
    overlapping: bool,
    foreign: bool,
    drawings: Path | None,
    processes: int,
) -> None:
    """Render COUNT labelled pictures into FOLDER."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(processes) as pool:
        kind = PictureKind(held_back, overlapping, foreign, drawings)
        done = pool.map(partial(make, folder, seed, kind), range(first, first + count), chunksize=16)
        for n, _ in enumerate(done, 1):
            if n % 500 == 0:
                click.echo(f"{n} of {count} pictures", err=True)


if __name__ == "__main__":
    main()
