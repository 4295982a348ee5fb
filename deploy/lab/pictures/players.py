"""Draw the results of simulated players: who wins, and how many turns a hand takes.

    lexicon-table bench --json --only players --matches 30 > players.json
    PYTHONPATH=. .venv/bin/python deploy/lab/pictures/players.py players.json

writes docs/pictures/players.svg.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import click

PICTURE = Path(__file__).parents[3] / "docs" / "pictures" / "players.svg"
COLOURS = {"random": "#9aa5b1", "greedy": "#d08c2f", "ahead": "#2f6f8f", "casual": "#7a9e4f"}
TITLES = {
    "lexicon": "Lexicon",
    "crossword": "Crossword Lexicon",
    "lexigram": "Lexigram",
    "keyword": "Keyword",
}
NAME_PIXELS, BAR_PIXELS, ROW_PIXELS, HEADING_PIXELS, PANEL_PIXELS, WIDTH_PIXELS = 150, 16, 22, 46, 330, 900
"""Lengths, pixels: the room for a name, the thickness of a bar, the heights of a row and of a heading, the
widths of a panel and of the picture."""
MAX_SHOWN_TURNS = 60
"""The greatest number of turns on the scale of the picture's right panel. A longer bar is cut off there."""


@click.command()
@click.argument("bench", type=click.Path(exists=True, path_type=Path))
def main(bench: Path) -> None:
    """Draw the picture from the file BENCH, the JSON of `lexicon-table bench --only players`."""
    found = json.loads(bench.read_text())["players"]
    PICTURE.write_text(picture(found), encoding="utf-8")


def picture(found: Mapping[str, Any]) -> str:
    """Return the picture as SVG. Each game has a block of rows, one for each strength of players.

    The matches that were won are on the left, the turns of a hand on the right.
    """
    parts, y = list(_headings()), HEADING_PIXELS
    for name, title in TITLES.items():
        if name in found:
            game = found[name]
            matches = game["together"]["matches"]
            parts.append(_text(12, y + 14, f"{title} ({matches} matches)", weight="bold"))
            y += ROW_PIXELS
            for strength in game["among_equals"]:
                parts += _row(y, strength, game)
                y += ROW_PIXELS
            y += 10
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH_PIXELS} {y}" '
        f'font-family="system-ui, sans-serif" font-size="13">'
    )
    return "\n".join((head, f'<rect width="{WIDTH_PIXELS}" height="{y}" fill="white"/>', *parts, "</svg>\n"))


def _headings() -> Iterator[str]:
    yield _text(NAME_PIXELS, 20, "matches won, one player of each strength (95 % interval)")
    yield _text(NAME_PIXELS + PANEL_PIXELS + 70, 20, "turns a hand, three alike (1 in 10, quarters, half)")
    for turns in range(0, MAX_SHOWN_TURNS + 1, 10):
        x = _turns_x(turns)
        yield f'<line x1="{x}" x2="{x}" y1="30" y2="100%" stroke="#eee"/>'
        yield _text(x, 40, str(turns), anchor="middle", colour="#888")
    for share in (0, 0.5, 1):
        x = NAME_PIXELS + share * PANEL_PIXELS
        yield f'<line x1="{x}" x2="{x}" y1="30" y2="100%" stroke="#eee"/>'
        yield _text(x, 40, f"{share:.0%}", anchor="middle", colour="#888")


def _row(y: float, strength: str, game: Mapping[str, Any]) -> Iterator[str]:
    colour, middle = COLOURS[strength], y + BAR_PIXELS / 2
    yield _text(NAME_PIXELS - 10, y + 13, strength, anchor="end")
    if strength in game["together"]:
        won = game["together"][strength]
        low, high = (NAME_PIXELS + share * PANEL_PIXELS for share in won["interval"])
        width = won["matches_won"] * PANEL_PIXELS
        yield f'<rect x="{NAME_PIXELS}" y="{y}" width="{width:.1f}" height="{BAR_PIXELS}" fill="{colour}"/>'
        yield f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{middle}" y2="{middle}" stroke="#222"/>'
    turns = game["among_equals"][strength]["turns"]
    ends = [_turns_x(turns[share]) for share in ("10%", "25%", "50%", "75%", "90%")]
    line = f'y1="{middle}" y2="{middle}" stroke="{colour}" stroke-width="2"'
    yield f'<line x1="{ends[0]}" x2="{ends[4]}" {line}/>'
    yield (
        f'<rect x="{ends[1]}" y="{y + 2}" width="{max(ends[3] - ends[1], 1)}" height="{BAR_PIXELS - 4}" '
        f'fill="{colour}" opacity="0.6"/>'
    )
    yield f'<circle cx="{ends[2]}" cy="{middle}" r="4" fill="{colour}" stroke="white"/>'


def _turns_x(number: float) -> float:
    return round(
        NAME_PIXELS + PANEL_PIXELS + 70 + min(number, MAX_SHOWN_TURNS) / MAX_SHOWN_TURNS * PANEL_PIXELS, 1
    )


def _text(
    x: float, y: float, text: str, *, anchor: str = "start", weight: str = "normal", colour: str = "#222"
) -> str:
    style = f'text-anchor="{anchor}" font-weight="{weight}" fill="{colour}"'
    return f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>'


if __name__ == "__main__":
    main()
