"""Calibrate and measure the reader on rendered pictures in typefaces it was not trained on.

`python -m vision.training.pictures HELD --count 300 --held-back --first 900000`
`python -m vision.training.calibrate HELD --first 900000 --count 300`

With `--photos LABELLED` it also prints the gap between such pictures and labelled photographs and scenes.
"""

import json
from pathlib import Path
from typing import Final

import click
import numpy as np

from vision.codes import LETTERS, Floats
from vision.measuring.measure import Labelled, Tally, Truth, compare, ece, matched
from vision.network import WEIGHTS
from vision.pieces.letters import Piece
from vision.reader import Reader, Seen
from vision.render.sample import Label
from vision.training.gap import Rendered, labelled_rows, table
from vision.training.pictures import load

GOAL: Final = 0.01
"""Calibration error that is good enough: 0.9 then means 0.89 to 0.91, less than chance makes of some hundred
cards."""


def labelled(path: Path, labels: tuple[Label, ...]) -> Labelled:
    """Render labels as a labelled photograph."""
    return Labelled(path, tuple(_truth(label) for label in labels))


def _truth(label: Label) -> Truth:
    clear = label.readable and label.visible >= 0.1 and label.letter is not None
    return Truth(label.letter, label.quad, clear)


def _scores(piece: Piece) -> Floats:
    """Log probabilities of (27 letters, back, nothing), whatever way up."""
    odds = np.concatenate([piece.chances.sum(0), [piece.back, piece.nothing]])
    return np.log(np.maximum(odds, 1e-9)).astype(np.float32)


def temperature(scores: Floats, truth: np.ndarray) -> float:
    """The largest divisor of the (n, 29) scores with a calibration error within GOAL, or the one with the
    least: too modest a reader asks once too often, too bold a one accuses (Guo et al., 2017, who take the
    likelihood; a few that are sure and wrong rule that, and all others would be too modest)."""

    def error(t: float) -> float:
        odds = np.exp((scores - scores.max(1, keepdims=True)) / t)
        odds /= odds.sum(1, keepdims=True)
        right = odds.argmax(1) == truth
        return ece(list(zip(odds.max(1).tolist(), right.tolist(), strict=True)))

    errors = {float(t): error(float(t)) for t in np.arange(0.6, 1.61, 0.02)}
    return max((t for t, off in errors.items() if off <= GOAL), default=min(errors, key=errors.__getitem__))


@click.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--first", default=0)
@click.option("--count", default=300)
@click.option("--write", is_flag=True, help="Write the temperature beside the weights.")
@click.option(
    "--photos", type=click.Path(exists=True, path_type=Path), help="Folder with labelled photos/ and scenes/."
)
def main(folder: Path, first: int, count: int, write: bool, photos: Path | None) -> None:
    """Measure on COUNT pictures of FOLDER and find the temperature."""
    reader, tally, rendered = Reader.load(), Tally(), Rendered()
    scores: list[Floats] = []
    truth: list[int] = []
    for index in range(first, first + count):
        image, labels = load(folder, index)
        seen: Seen = reader.read(image)
        photo = labelled(folder / f"{index:06d}.jpg", labels)
        compare(photo, seen, tally)
        rendered.add(photo, labels, seen)
        for n, piece in matched(photo.pieces, seen.pieces).items():
            letter = photo.pieces[n].letter
            if photo.pieces[n].counted and letter is not None:
                scores.append(_scores(piece))
                truth.append(LETTERS.index(letter))
    # Of what the reader says in the end, corner letters and second looks included; divided is what the
    # speller says to begin with. Twice is enough to settle.
    better = reader.temperature * temperature(np.stack(scores), np.array(truth))
    result = {**tally.row(), "temperature": reader.temperature, "better": round(better, 2)}
    click.echo(json.dumps(result, indent=1))
    for line in tally.wrong[:40]:
        click.echo(line, err=True)
    if photos is not None:
        click.echo(table(dict((*rendered.rows(), *labelled_rows(reader, photos)))))
    if write:
        (WEIGHTS / "calibration.json").write_text(json.dumps({"temperature": round(better, 2)}) + "\n")


if __name__ == "__main__":
    main()
