"""The committed networks taught on with what the renderer draws today: what it has learnt to draw since, they
learn to read, and keep what they knew.

`python -m vision.training.onwards WORK` makes pictures, teaches, and writes the networks into WORK/weights;
whoever ships them copies them over vision/weights and calibrates. What WORK holds already is not made again,
so a run that was stopped goes on.
"""

import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import click

from vision.network import WEIGHTS
from vision.training.recipe import CORES, LEARNT_FROM, RANGED, Round, run

LAPPED: Final = 1600
"""Pictures of cards laid over one another, the folder's first."""

CORNERS: Final = 4000
"""More of these in a folder of their own, of which the glyph reader learns: each is of one typeface, and in a
typeface that it had not seen it took a T for an I that anybody could read."""

CORNERS_SEED: Final = 2040
"""Of those pictures."""

COUNT: Final = 10_800
"""Pictures altogether: each is seen once or twice, since what is new is learnt from the first look."""

STRANGE: Final = 800
"""Of them the last, tables where most cards bear something else than a letter."""

SEED: Final = 2029
"""Of the pictures and lessons: other ones than the networks have seen."""

ROUNDS: Final[dict[str, tuple[Round, ...]]] = {
    "finder": (
        Round(2000, 1e-3, mean=False, favour=(2.5, 2)),
        Round(2600, 7e-4, mean=False, favour=(1.5, 1.5)),
    ),
    "speller": (Round(2800, 1.5e-3, mean=False), Round(1800, 1.2e-3)),
    "spotter": (Round(1400, 1e-3),),
    "glyphs": (Round(4500, 1.5e-3), Round(4000, 1.2e-3)),
    "figures": (Round(4000, 2e-3, mean=False), Round(3600, 2e-3, mean=False)),
}
"""How each is taught on. The speller's first round is not meant with what it was: a class that is new to it
would be half unlearnt. Nor is the finder: its means with what it was lost five cards of one fan. What became
of the figures' rounds was afterwards meant with what it had been (`docs/reading.md`); the glyph reader as it
is shipped is a mean of what it was and of what several rounds made (`docs/model-card.md`)."""

LANES: Final = (("speller",), ("spotter", "glyphs"), ("finder",), ("figures",))
"""What is taught one after the other: one network on both cores, or two side by side."""


def taught_on(work: Path, name: str) -> tuple[Path, int]:
    """The folder of the pictures that a network learns from, and how many of them."""
    if name == "glyphs":
        return work / "corners", CORNERS
    return work / "pictures", LEARNT_FROM[name] if LEARNT_FROM[name] <= LAPPED else COUNT


def lessons(work: Path, name: str, processes: int) -> Path:
    """Teach one network on in its rounds; where its weights then are."""
    if (done := work / f"{name}.pt").exists():
        return done
    pictures, seen = taught_on(work, name)
    now = work / "reopened" / f"{name}.pt"
    if not now.exists():
        now.parent.mkdir(parents=True, exist_ok=True)
        run("eightbit.reopen", name, WEIGHTS / f"{name}.onnx", now, "--pictures", pictures)
    for turn, round_ in enumerate(ROUNDS[name], 1):
        how = (pictures, work / f"round-{turn}", "--count", seen, "--processes", processes)
        now = _round(work, name, now, turn, round_, how)
    whole = Path(shutil.copy(now, done.with_suffix(".copied")))
    whole.rename(done)  # under its own name only when all is done
    return done


def _round(work: Path, name: str, now: Path, turn: int, round_: Round, how: Sequence[object]) -> Path:
    after = work / f"round-{turn}" / f"{name}.pt"
    favour = ("--favour", *round_.favour) if round_.favour else ()
    more = ("--resume", now, "--steps", round_.steps, "--rate", round_.rate, "--seed", SEED + turn)
    if not after.exists():
        run("train", name, *how, *more, *favour)
    if not round_.mean:
        return after
    mean = after.with_name(f"{name}-mean.pt")
    run("mean", name, mean, now, after)
    return mean


def _pictures(folder: Path) -> None:
    """Those of which all others learn."""
    run("pictures", folder, "--seed", SEED, "--count", LAPPED, "--lapped")
    plain = COUNT - LAPPED - STRANGE
    run("pictures", folder, "--seed", SEED, "--first", LAPPED, "--count", plain)
    run("pictures", folder, "--seed", SEED, "--first", LAPPED + plain, "--count", STRANGE, "--strange")


@click.command()
@click.argument("work", type=click.Path(path_type=Path))
@click.option("--only", multiple=True, type=click.Choice(list(ROUNDS)), help="Teach this one alone.")
def main(work: Path, only: tuple[str, ...]) -> None:
    """Render, teach on, export."""
    if {*only} != {"glyphs"}:
        _pictures(work / "pictures")
    if not only or "glyphs" in only:
        run("pictures", work / "corners", "--seed", CORNERS_SEED, "--count", CORNERS, "--lapped")
    for lane in LANES:
        names = [name for name in lane if not only or name in only]
        with ThreadPoolExecutor(max(1, len(names))) as pool:
            teach = partial(lessons, work, processes=CORES // max(1, len(names)))
            taught = list(pool.map(teach, names))
        for name, weights in zip(names, taught, strict=True):
            first = 0 if LEARNT_FROM[name] == LAPPED else LAPPED - RANGED // 2
            ranges = ("--pictures", taught_on(work, name)[0], "--first", first, "--count", RANGED)
            run("eightbit.export", weights, work / "weights", *ranges)
            click.echo(f"{name} taught on: {work / 'weights' / name}.onnx", err=True)


if __name__ == "__main__":
    main()
