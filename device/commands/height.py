"""Compute how high to hang the camera, and how well it reads cards from there.

Example: lexicon-table height --camera module-3 --table 90x60
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import click

from device import files
from device.commands._ranges import FiniteRange
from device.errors import UsageFault
from device.lenses import BARELY_READ_SIZE, LENSES, OVERVIEW_TABLES, WELL_READ_SIZE, Legibility, Lens
from device.printing.stand import KINDS, stand_svg

LEGIBILITY_TEXTS: Final[dict[Legibility, str]] = {
    "well": "Cards are read well.",
    "barely": "Most cards are read. Hang the camera lower, or ask it for larger pictures.",
    "no": "That is too small to be read. Hang the camera lower, or ask it for larger pictures.",
}


def _pair(_: click.Context, __: click.Parameter, value: str | None) -> tuple[float, float] | None:
    """Return the two numbers of an option's value such as 90x60. Raise click.BadParameter for any
    other value."""
    if value is None:
        return None
    size_match = re.fullmatch(r"(\d{1,5}(?:\.\d+)?)\s*[x×]\s*(\d{1,5}(?:\.\d+)?)", value)
    if size_match is None or not min(pair := (float(size_match[1]), float(size_match[2]))):
        raise click.BadParameter(f"{value!r} is not two numbers such as 90x60.")
    return pair


@click.command(
    epilog="Example: lexicon-table height --camera module-3 --table 90x60",
    short_help="Compute how high to hang the camera.",
)
@click.option(
    "--camera",
    type=click.Choice([*LENSES]),
    help="Choose your camera. By default all cameras are listed, for common tables.",
)
@click.option(
    "--degrees",
    type=FiniteRange(10, 150),
    help="Give another camera's angle of view from left to right, instead of --camera.",
)
@click.option(
    "--pixels",
    metavar="AxB",
    callback=_pair,
    help="Give the size of the camera's pictures in pixels, if you changed it.",
)
@click.option(
    "--table", metavar="AxB", callback=_pair, help="Give the size of the table in cm.  [default: 90x60]"
)
@click.option(
    "--height",
    "height_cm",
    type=FiniteRange(5, 500),
    help="Tell how much the camera sees from this height, in cm.",
)
@click.option(
    "--draw", type=click.Choice(KINDS), help="Draw this stand with its measures into the file --out."
)
@click.option("--out", type=click.Path(path_type=Path), help="Write the drawing to this SVG file.")
def command(
    camera: str | None,
    degrees: float | None,
    pixels: tuple[float, float] | None,
    table: tuple[float, float] | None,
    height_cm: float | None,
    draw: Any,
    out: Path | None,
) -> None:
    """Compute how much of a table a camera sees from straight above, and how many pixels a card has.

    All heights are from the lens to the table. A printed card is 57 mm wide. Without --camera and --degrees
    the command prints an overview.
    """
    if camera is not None and degrees is not None:
        raise UsageFault("--camera and --degrees: name one of them")
    if table is not None and height_cm is not None:
        raise UsageFault("--table and --height: name one of them")
    if (draw is None) != (out is None):
        raise UsageFault("--draw and --out go together")
    lens = _lens(camera, degrees, pixels)
    if lens is None:
        if draw or height_cm or table or pixels:
            raise UsageFault("Name a camera with --camera, or its view with --degrees.")
        click.echo("\n".join(overview()))
        return
    wanted = table or (90.0, 60.0)
    hung = height_cm * 10 if height_cm is not None else lens.height_for((wanted[0] * 10, wanted[1] * 10))
    click.echo("\n".join(height_lines(lens, hung)))
    if draw is not None and out is not None:
        _draw(out, stand_svg(draw, lens, wanted))


def height_lines(lens: Lens, height_mm: float) -> Iterator[str]:
    """Yield sentences about a camera that hangs `height_mm` over the table: what it sees, how many
    pixels wide a card is, and up to which height cards can be read."""
    wide, high = lens.view(height_mm)
    card = lens.pixels(height_mm)
    yield (
        f"{lens.name}: {height_mm / 10:.0f} cm above the table it sees {wide / 10:.0f} x {high / 10:.0f} cm."
    )
    yield f"A card is {card:.0f} of {lens.width} pixels wide. {LEGIBILITY_TEXTS[lens.legibility(height_mm)]}"
    well, barely = (lens.max_height(least) / 10 for least in (WELL_READ_SIZE, BARELY_READ_SIZE))
    yield f"Cards are read well up to {well:.0f} cm, most of them up to {barely:.0f} cm."


def overview() -> Iterator[str]:
    """Yield a Markdown table of all cameras and common tables, with the heights and the pixels of a card."""
    tables = " | ".join(f"{long / 10:.0f} × {short / 10:.0f} cm" for long, short in OVERVIEW_TABLES)
    yield f"| camera | sees across | {tables} | read well up to |"
    yield f"|---|---|{'---|' * len(OVERVIEW_TABLES)}---|"
    for lens in LENSES.values():
        heights = [lens.height_for(table) for table in OVERVIEW_TABLES]
        cells = " | ".join(f"{one / 10:.0f} cm, {lens.pixels(one):.0f} px" for one in heights)
        yield f"| {lens.name} | {lens.angle:.0f}° | {cells} | {lens.max_height(WELL_READ_SIZE) / 10:.0f} cm |"


def _lens(camera: str | None, degrees: float | None, pixels: tuple[float, float] | None) -> Lens | None:
    if camera is None and degrees is None:
        return None
    lens = LENSES[camera] if camera else Lens(f"A camera that sees {degrees:g}°", degrees or 0.0, 2304, 1296)
    return lens if pixels is None else replace(lens, width=round(max(pixels)), height=round(min(pixels)))


def _draw(out: Path, drawing: str) -> None:
    try:
        files.write(out, drawing.encode())
    except OSError as fault:
        raise UsageFault(f"--out {files.terminal_line(out)}: {fault.strerror or fault}") from None
    click.echo(f"{files.terminal_line(out)}: drawn")
