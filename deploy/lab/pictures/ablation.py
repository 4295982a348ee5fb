"""Draw what each stage of reading is worth: the losses and gains without the stage, and the time that it
takes.

`PYTHONPATH=. .venv/bin/python deploy/lab/pictures/ablation.py FILE --fresh FILE` writes
docs/pictures/ablation.svg. Each FILE is the output of `lexicon-table bench --only ablation --json`.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any, Final

import click

from device.lab.bench.stages_off import STAGES

PICTURE = Path(__file__).parents[3] / "docs" / "pictures" / "ablation.svg"

COLUMNS: Final = {"golden": "golden scenes", "labelled": "labelled", "fresh": "fresh tables"}

CAPTIONS: Final = {
    "found": "found", "right": "right", "words": "words", "told": "told", "sure_wrong": "sure and wrong",
    "false": "false",
}  # fmt: skip
"""The words by which the picture calls each count whose change it shows, by the count's name in the bench's
report."""

LINE_PIXELS: Final = 17
WIDTH_PIXELS: Final = 1150
NAME_X, TIME_X, FIRST_COLUMN_X, COLUMN_PIXELS = 16, 210, 330, 245
"""The layout of a row, pixels: the distance from the picture's left edge to the stage's name, to the bar
of its time and to the first column, and the distance from one column to the next."""

FULL_BAR_PIXELS: Final = 100
"""The length of the bar of a stage that takes all of the reading time, pixels."""


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--fresh", type=click.Path(exists=True, path_type=Path), help="The same of fresh tables.")
def main(files: tuple[Path, ...], fresh: Path | None) -> None:
    """Draw the picture docs/pictures/ablation.svg from the outputs of the bench in FILES."""
    sets = {f"labelled {name}": rows for file in files for name, rows in _sets(file)}
    sets |= {f"fresh {name}": rows for name, rows in _sets(fresh)} if fresh else {}
    PICTURE.write_text(_svg(_by_column(sets)))
    click.echo(PICTURE)


def _sets(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    every = json.loads(file.read_text())["ablation"]
    yield from ((name, rows) for name, rows in every.items() if "photographs" in rows)


def _column(name: str) -> str:
    return "golden" if name.endswith(" golden") else name.split()[0]


def _by_column(sets: Mapping[str, dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    columns: dict[str, list[dict[str, Any]]] = {}
    for name, rows in sets.items():
        columns.setdefault(_column(name), []).append(rows)
    return columns


def _svg(columns: Mapping[str, list[dict[str, Any]]]) -> str:
    ways = [way for way in next(iter(columns.values()))[0] if way.startswith("without ")]
    lines = [*_head(columns)]
    for n, way in enumerate(ways):
        lines += _row(columns, way, 62 + LINE_PIXELS * n)
    height = 62 + LINE_PIXELS * len(ways)
    style = (
        "text{font:12px system-ui,sans-serif;fill:#262c34}.s{fill:#707882}.b{fill:#1f7768}.w{fill:#c43e2e}"
    )
    box = f'viewBox="0 0 {WIDTH_PIXELS} {height}" width="{WIDTH_PIXELS}" height="{height}"'
    body = "\n".join(lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}><style>{style}</style>\n'
        f'<rect width="{WIDTH_PIXELS}" height="{height}" fill="#fff"/>\n{body}\n</svg>\n'
    )


def _head(columns: Mapping[str, list[dict[str, Any]]]) -> Iterator[str]:
    yield _text(NAME_X, 22, "Change of each figure without each stage of reading (empty: no change)")
    yield _text(NAME_X, 46, "without", "s")
    yield _text(TIME_X, 46, "share of the time", "s")
    for n, (column, sets) in enumerate(columns.items()):
        count = sum(rows["photographs"] for rows in sets)
        yield _text(FIRST_COLUMN_X + COLUMN_PIXELS * n, 46, f"{COLUMNS[column]} ({count})", "s")


def _row(columns: Mapping[str, list[dict[str, Any]]], way: str, y: float) -> Iterator[str]:
    name = way.removeprefix("without ")
    deletion = "" if name in STAGES or " " in name.replace(": ", ":") else " (deleted)"
    yield _text(NAME_X, y, name.removeprefix("_").replace("_", " ") + deletion, "" if not deletion else "s")
    every = [rows for sets in columns.values() for rows in sets]
    photos = sum(rows["photographs"] for rows in every)
    time = sum(rows[way]["time"] * rows["photographs"] for rows in every) / photos
    yield f'<rect class="b" x="{TIME_X}" y="{y - 9}" width="{FULL_BAR_PIXELS * time:.1f}" height="9"/>'
    for n, sets in enumerate(columns.values()):
        moved: Counter[str] = Counter()
        for rows in sets:
            moved.update({key: int(rows[way][key].split()[0]) for key in CAPTIONS if key in rows[way]})
        moves = ", ".join(f"{CAPTIONS[key]} {count:+d}" for key, count in moved.items() if count)
        yield _text(
            FIRST_COLUMN_X + COLUMN_PIXELS * n,
            y,
            moves.replace("-", "\N{MINUS SIGN}"),
            "w" if moves else "",
        )


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(text)}</text>'


if __name__ == "__main__":
    main()
