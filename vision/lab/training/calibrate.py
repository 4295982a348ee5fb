"""Calibrate and measure the reader on rendered pictures in held-back typefaces.

    python -m vision.lab.training.training_set HELD --count 300 --held-back --first 900000
    python -m vision.lab.training.calibrate HELD --first 900000 --count 300

With `--photos LABELLED` the command also prints how well these pictures are read in comparison with labelled
photographs and scenes.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Final

import click
import numpy as np

from vision import weight_checksums
from vision.lab.measuring.domain_gap import RenderedTally, labelled_rows, table
from vision.lab.measuring.measure import LabelledPhoto, LabelledPiece, ReadingTally, compare, ece, matched
from vision.lab.training.training_set import load
from vision.network import WEIGHTS
from vision.pieces.classify import Piece, calibrate
from vision.reader import PhotoReading, Reader
from vision.render.sample import PieceTruth
from vision.tensor_format import LETTERS

MAX_CALIBRATION_ERROR: Final = 0.01
"""The greatest expected calibration error with which the reader's probabilities count as right. A
probability of 0.9 then means 0.89 to 0.91. The chance error of a measurement on some hundred cards is
larger."""


def labelled(path: Path, labels: tuple[PieceTruth, ...]) -> LabelledPhoto:
    """Return the renderer's truth about a picture as a labelled photograph with the file `path`."""
    return LabelledPhoto(path, tuple(_truth(label) for label in labels))


def _truth(label: PieceTruth) -> LabelledPiece:
    clear = label.is_readable and label.visible_share >= 0.1 and label.letter is not None
    return LabelledPiece(label.letter, label.quad, clear)


def divisor(pieces: list[Piece], truth: list[str]) -> float:
    """Return the number by which the log odds of the letters must be divided so that their probabilities
    are right.

    It is the largest number with a calibration error of at most `MAX_CALIBRATION_ERROR`; if there is none,
    it is the number with the least error. A reader that overestimates its probabilities accuses people
    wrongly; a reader that underestimates them only asks too often. So the largest number is best.

    Guo et al., 2017, maximise the likelihood instead. Here, the few wrong letters with high probability
    would dominate the likelihood.
    """

    def error(t: float) -> float:
        calibrated = calibrate(tuple(pieces), t)
        right = (
            LETTERS[piece.likeliest_letter] == letter for piece, letter in zip(calibrated, truth, strict=True)
        )
        return ece(list(zip((piece.best_probability for piece in calibrated), right, strict=True)))

    errors = {float(t): error(float(t)) for t in np.arange(0.4, 1.61, 0.02)}
    return max(
        (t for t, off in errors.items() if off <= MAX_CALIBRATION_ERROR),
        default=min(errors, key=errors.__getitem__),
    )


@click.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--first", default=0)
@click.option("--count", default=300)
@click.option("--write", is_flag=True, help="Write the divisor beside the weights.")
@click.option(
    "--photos", type=click.Path(exists=True, path_type=Path), help="Folder with labelled photos/ and scenes/."
)
def main(folder: Path, first: int, count: int, write: bool, photos: Path | None) -> None:
    """Read COUNT rendered pictures of FOLDER, print how well the reader read them, and print the divisor of
    the letters' log odds with which its probabilities are right."""
    reader, tally, rendered = Reader.load(), ReadingTally(), RenderedTally()
    raw = replace(reader, joint_temperature=1.0)
    pieces: list[Piece] = []
    truth: list[str] = []
    for index in range(first, first + count):
        image, labels = load(folder, index)
        plain = raw.read(image)
        seen: PhotoReading = replace(plain, pieces=calibrate(plain.pieces, reader.joint_temperature))
        photo = labelled(folder / f"{index:06d}.jpg", labels)
        compare(photo, seen, tally)
        rendered.add(photo, labels, seen)
        for n, piece in matched(photo.pieces, plain.pieces).items():
            letter = photo.pieces[n].letter
            if (
                photo.pieces[n].counted
                and letter is not None
                and piece.letter_probability > piece.back_probability
            ):
                pieces.append(piece)
                truth.append(letter)
    better = round(divisor(pieces, truth), 2)
    result = {
        **tally.row(),
        "temperature": reader.temperature,
        "said": reader.joint_temperature,
        "better": better,
    }
    click.echo(json.dumps(result, indent=1))
    for line in tally.wrong[:40]:
        click.echo(line, err=True)
    if photos is not None:
        click.echo(table(dict((*rendered.rows(), *labelled_rows(reader, photos)))))
    if write:
        now = {"temperature": reader.temperature, "said": better}
        (WEIGHTS / "calibration.json").write_text(json.dumps(now) + "\n")
        weight_checksums.write(WEIGHTS)


if __name__ == "__main__":
    main()
