"""Raise the floors of the golden scenes to the results of the committed reader. A scene's floor is the result
that the reader must reach. It never falls.

`PYTHONPATH=. .venv/bin/python deploy/lab/scenes/floors.py` measures tests/vision/scenes/*.jpg and rewrites
floors.txt beside them. A scene that is read worse than its floor keeps the floor. The scene is named, and the
exit status is 1. A scene whose picture or text has changed gets a new floor. If the new floor is lower in any
figure, the scene is named as well. A scene without its picture keeps its line in floors.txt until somebody
removes the line.
"""

import sys
from pathlib import Path

import click

from device.words.lists import load as load_words
from vision.lab.measuring.golden import (
    Floor,
    fingerprint_of,
    floors_text,
    measure_scene,
    parse_floors,
    raised_floors,
    truth_of,
)
from vision.reader import Reader

SCENES = Path(__file__).parents[3] / "tests" / "vision" / "scenes"


@click.command()
@click.argument("names", nargs=-1)
@click.option("--dry", is_flag=True, help="Only say what would change.")
def main(names: tuple[str, ...], dry: bool) -> None:
    """Read the golden scenes called NAMES, or all golden scenes. Raise the least score of each scene that
    was read better than before."""
    table = SCENES / "floors.txt"
    floors = parse_floors(table.read_text()) if table.exists() else {}
    reader, words, now = Reader.load(), load_words(), {}
    for picture in sorted(SCENES.glob("*.jpg")):
        if not names or picture.stem in names:
            now[picture.stem] = Floor(fingerprint_of(picture), measure_scene(picture, reader, words))
            click.echo(f"{picture.stem}: {now[picture.stem].score}", err=True)
    fallen = [line for name, floor in now.items() if (line := _describe_fall(name, floors.get(name), floor))]
    if not dry:
        other_floors = {name: floor for name, floor in floors.items() if name not in now}
        table.write_text(floors_text(other_floors | raised_floors(floors, now)))
    click.echo("\n".join([*fallen, _summary(now)]))
    sys.exit(1 if fallen else 0)


def _describe_fall(name: str, old: Floor | None, new: Floor) -> str:
    """Return a sentence with the figures in which the golden scene is read worse than its least score
    demands. Return an empty text if there are no such figures."""
    short = () if old is None else new.score.worse_than(old.score)
    if old is None or not short:
        return ""
    changed = "" if old.fingerprint == new.fingerprint else "another picture or text, whose floor is lower: "
    return f"{name}: {changed}{', '.join(short)}"


def _summary(now: dict[str, Floor]) -> str:
    """Return one line with the scores of all measured scenes, added up."""
    truths = {name: truth_of(SCENES / f"{name}.jpg") for name in now}
    letters = sum(t.letters.total() for t in truths.values())
    words = sum(len(t.words) for t in truths.values())
    scores = [floor.score for floor in now.values()]
    found, right = sum(s.found for s in scores), sum(s.right for s in scores)
    return (
        f"{len(now)} scenes: {found} of {letters} letters found, {right} right, "
        f"{sum(s.words for s in scores)} of {words} words exact, {sum(s.false for s in scores)} false, "
        f"{sum(s.sure_wrong for s in scores)} wrong and sure"
    )


if __name__ == "__main__":
    main()
