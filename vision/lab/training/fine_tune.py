"""The committed networks taught on with what the renderer draws today: what it has learnt to draw since, they
learn to read, and keep what they knew.

`python -m vision.lab.training.fine_tune WORK` makes pictures, teaches, and writes the networks into
WORK/weights; whoever ships them copies them over vision/weights and calibrates. What WORK holds already is
not made again, so a run that was stopped goes on.
"""

import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import click

from vision.lab.training.recipe import CORES, DRAWN_BY, LEARNT_FROM, ON_CARD, RANGED, Means, Round, run
from vision.network import WEIGHTS

LAPPED: Final = 3200
"""Number of pictures of cards laid over one another, the folder's first: corner letters are learnt from these
alone. Each has one typeface; in one that it had not seen the glyph reader took a T for an I that anybody
could read.
"""

COUNT: Final = 12_000
"""Pictures altogether."""

STRANGE: Final = 1000
"""Number of the last of them: tables on which most cards have no letter."""

MASTERS: Final = 700
"""Number of further pictures, of tables with many Masters from an open-ended source
(`vision.lab.training.drawings`): the classes without a letter are refitted on these, too.
"""

SEED: Final = 2090
"""Seed of the pictures and lessons: other ones than the networks have seen."""

ROUNDS: Final[dict[str, tuple[Round, ...]]] = {
    "finder": (
        Round(2000, 1e-3, mean=0, favour=(2.5, 2)),
        Round(2600, 7e-4, mean=0, favour=(1.5, 1.5)),
    ),
    "speller": (Round(9700, 1.5e-3, mean=2, batch=16),),
    "spotter": (Round(4000, 2e-3, mean=0), Round(6000, 1.5e-3, mean=0)),
    "glyphs": (Round(15_600, 1.5e-3, batch=9),),
    "figures": (Round(4000, 2e-3, mean=0), Round(3600, 2e-3, mean=0)),
}
"""The further training of each network. Speller and glyph reader see so many pictures that they need a
graphics card: on two cores, at the pace of the recipe, two hours each. They then read more typefaces, but
recognise pieces that are none less well. Their means with the networks before read as many typefaces, and
find more on whole tables (docs/model-card.md). The finder's means lost five cards of one fan, the spotter's
more than the new one alone. The result of the figure reader's rounds was averaged with the network before
(`docs/reading.md`).
"""

LANES: Final = (("speller",), ("spotter", "glyphs"), ("finder",), ("figures",))
"""The order of training: one network on both cores, or two side by side."""


def seen(name: str) -> int:
    """Return how many of the pictures a network learns from, counted from the first."""
    if name == "glyphs":
        return LAPPED
    return LEARNT_FROM[name] if LEARNT_FROM[name] <= LAPPED else COUNT


def lessons(work: Path, name: str, means: Means) -> Path:
    """Teach one network on in its rounds; where its weights then are."""
    if (done := work / f"{name}.pt").exists():
        return done
    pictures = work / "pictures"
    now = work / "reopened" / f"{name}.pt"
    if not now.exists():
        now.parent.mkdir(parents=True, exist_ok=True)
        run("quantisation.dequantise", name, WEIGHTS / f"{name}.onnx", now, "--pictures", pictures)
    for turn, round_ in enumerate(ROUNDS[name], 1):
        how = (pictures, work / f"round-{turn}", "--count", seen(name), *means.arguments())
        now = _round(work, name, now, turn, round_, how)
    whole = Path(shutil.copy(now, done.with_suffix(".copied")))
    whole.rename(done)  # under its own name only when all is done
    return done


def _round(work: Path, name: str, now: Path, turn: int, round_: Round, how: Sequence[object]) -> Path:
    after = work / f"round-{turn}" / f"{name}.pt"
    favour = ("--favour", *round_.favour) if round_.favour else ()
    batch = ("--batch", round_.batch) if round_.batch else ()
    more = ("--resume", now, "--steps", round_.steps, "--rate", round_.rate, "--seed", SEED + turn)
    if not after.exists():
        run("train", name, *how, *more, *favour, *batch)
    if not round_.mean:
        return after
    mean = after.with_name(f"{name}-mean.pt")
    run("weight_averaging", name, mean, now, *[after] * round_.mean)
    return mean


def _pictures(folder: Path, drawings: Path | None, processes: int) -> None:
    """Draw the pictures for all other networks with so many `processes`; the last ones show Masters with the
    `drawings`, if any are given.
    """
    draw = partial(run, "training_set", folder, "--seed", SEED, "--processes", processes)
    draw("--count", LAPPED, "--lapped")
    plain = COUNT - LAPPED - STRANGE
    draw("--first", LAPPED, "--count", plain)
    draw("--first", LAPPED + plain, "--count", STRANGE, "--strange")
    if drawings is not None:
        draw("--first", COUNT, "--count", MASTERS, "--drawings", drawings)


def _exported(work: Path, name: str, taught: Path, masters: int) -> Path:
    """Export the network as it is shipped; the speller with its classes for cards without a letter refitted,
    on so many pictures with `masters` besides.
    """
    pictures, weights = work / "pictures", work / "weights" / f"{name}.onnx"
    first = 0 if seen(name) <= LAPPED else LAPPED - RANGED // 2
    run(
        "quantisation.export",
        taught,
        weights.parent,
        "--pictures",
        pictures,
        "--first",
        first,
        "--count",
        RANGED,
    )
    if name == "speller":
        run("refit_unlettered", weights, weights, "--pictures", pictures, "--count", COUNT + masters)
    return weights


@click.command()
@click.argument("work", type=click.Path(path_type=Path))
@click.option("--only", multiple=True, type=click.Choice(list(ROUNDS)), help="Teach this one alone.")
@click.option(
    "--drawings", type=click.Path(exists=True, path_type=Path), help="Pictures for Masters to bear."
)
@ON_CARD
@DRAWN_BY
def main(work: Path, only: tuple[str, ...], drawings: Path | None, device: str, workers: int) -> None:
    """Render, teach on, export."""
    _pictures(work / "pictures", drawings, max(CORES, workers + 1))
    for lane in LANES:
        names = [name for name in lane if not only or name in only]
        if not names:
            continue
        where = Means(CORES, device, workers).shared(len(names))
        with ThreadPoolExecutor(len(names)) as pool:
            taught = list(pool.map(partial(lessons, work, means=where), names))
        for name, weights in zip(names, taught, strict=True):
            out = _exported(work, name, weights, 0 if drawings is None else MASTERS)
            click.echo(f"{name} taught on: {out}", err=True)


if __name__ == "__main__":
    main()
