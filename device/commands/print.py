"""Make a PDF of a letter deck or of the table mat.

Example: lexicon-table print --pack waddingtons --paper a4 --out deck.pdf
"""

import sys
from mimetypes import guess_type
from pathlib import Path

import click

from device import faults, files
from device.commands._unused_options import refuse_options
from device.errors import UsageFault
from device.printing.deck import deck_pdf, sheets
from device.printing.mat import mat_pdf, tiling
from device.printing.paper import CARD_SIZES, PAPERS, CardSize, Paper
from engine.cards import PACKS, Pack
from engine.shared.mat import MATS, Mat

EXAMPLES = """\b
Examples:
  lexicon-table print --out deck.pdf
  lexicon-table print --pack parker --paper letter --card 44x63 --no-backs --out deck.pdf
  lexicon-table print --mat --paper a3 --out mat.pdf
"""
PAPERS_BY_NAME = {name.lower(): paper for name, paper in PAPERS.items()}
"""The sizes of paper by their names in lower case, as the option --paper takes them."""

WHOLE = "whole"
"""The value of --paper with which a table mat is printed in one piece."""

STANDARD_OUTPUT = Path("-")

MAX_COPIES = 20
"""Maximum number of copies. No game takes so many, and a typing error makes no thousand pages."""

PDF = "application/pdf"
"""The MIME type of the file to write. `mimetypes` guesses it from the file's name."""

_DECK_OPTIONS = ("pack", "card", "backs", "copies")


@click.command(epilog=EXAMPLES)
@click.option(
    "--pack", default="waddingtons", show_default=True, help=f"Choose the pack: {', '.join(PACKS)}."
)
@click.option(
    "--paper",
    type=click.Choice([*PAPERS_BY_NAME, WHOLE], case_sensitive=False),
    default="a4",
    show_default=True,
    help="Choose the paper. whole makes a mat in one piece, for a print shop.",
)
@click.option(
    "--card",
    type=click.Choice(list(CARD_SIZES)),
    default="57x89",
    show_default=True,
    help="Choose the card size in mm: the original (57x89), for sleeves, or narrow.",
)
@click.option("--backs/--no-backs", default=True, show_default=True, help="Print backs on every second page.")
@click.option(
    "--copies",
    type=click.IntRange(1, MAX_COPIES),
    default=1,
    show_default=True,
    help="Print this many packs.",
)
@click.option(
    "--mat",
    type=click.Choice(list(MATS)),
    is_flag=False,
    flag_value="large",
    help="Make a table mat instead: large (800 x 550 mm, the default) or small (400 x 275 mm).",
)
@click.option(
    "--out",
    type=click.Path(readable=False),  # a string, because a Path loses the slash at its end
    help="Write this PDF, or - for standard output.  [default: deck.pdf or mat.pdf]",
)
def command(
    pack: str,
    paper: str,
    card: str,
    backs: bool,
    copies: int,
    mat: str | None,
    out: str | None,
) -> None:
    """Make a PDF of a letter deck or of the table mat.

    Print it at 100 %, not fitted to the page. Print a deck with backs on both sides, turned on the long edge.
    """
    sheet = PAPERS_BY_NAME.get(paper)
    named = None if out is None else pdf_named(out)
    if mat is not None:
        refuse_options(_DECK_OPTIONS, "is for a deck, not for a mat")
        target = named or Path("mat.pdf")
        write_pdf(target, mat_pdf(MATS[mat], sheet), _mat_text(MATS[mat], sheet))
        return
    if pack not in PACKS:
        raise UsageFault(f"--pack {pack}: no such pack; known are {', '.join(PACKS)}")
    if sheet is None:
        raise UsageFault(
            f"--paper {WHOLE}: only a mat is printed in one piece; a deck takes {', '.join(PAPERS_BY_NAME)}"
        )
    target, size = named or Path("deck.pdf"), CARD_SIZES[card]
    pdf = deck_pdf(PACKS[pack], sheet, size, backs, copies)
    write_pdf(target, pdf, _deck_text(PACKS[pack], sheet, size, backs, copies))


def pdf_named(out: str) -> Path:
    """Return the path of the PDF that the option --out names. Raise UsageFault if it is a folder, or
    if its ending is that of another kind of file, such as .png."""
    target = Path(out)
    if out.endswith("/") or _is_folder(target):
        raise UsageFault(f"--out {files.terminal_line(out)}: this is a folder. Name a file in it")
    kind, _ = guess_type(target.name)
    if kind not in (None, PDF):
        pdf = files.terminal_line(target.with_suffix(".pdf"))
        raise UsageFault(f"--out {files.terminal_line(out)}: the file is a PDF. Call it {pdf}")
    return target


def _is_folder(target: Path) -> bool:
    try:
        return target.is_dir()
    except OSError:
        return False  # writing there reports the reason


def write_pdf(target: Path, pdf: bytes, text: str) -> None:
    """Write `pdf` to `target`, and print `text` about it. Raise UsageFault if it can't be written. A
    file that was there before is then unchanged."""
    try:
        if target == STANDARD_OUTPUT:
            _to_standard_output(pdf)
        else:
            files.write(target, pdf)
    except BrokenPipeError:
        raise  # the reader of the output has gone
    except OSError as fault:
        raise UsageFault(f"--out {files.terminal_line(target)}: {fault.strerror or fault}") from None
    where = "standard output" if target == STANDARD_OUTPUT else files.terminal_line(target)
    click.echo(f"{where}: {text}", err=True)


def _to_standard_output(pdf: bytes) -> None:
    """Write the PDF to standard output. Raise UsageFault if standard output is a terminal, and OSError
    if the PDF can't be written."""
    out = sys.stdout.buffer
    if out.isatty():
        raise UsageFault("--out -: a terminal can't show a PDF. Send it on, as in | lp, or name a file")
    try:
        out.write(pdf)
        out.flush()
    except OSError:
        faults.drop_output()
        raise


def _deck_text(pack: Pack, paper: Paper, card: CardSize, backs: bool, copies: int) -> str:
    cards = f"{pack.size * copies} cards of {card.width:g} x {card.height:g} mm"
    many = sheets(pack, paper, card, copies)
    sides = "printed on both sides, turned on the long edge" if backs else "printed on one side"
    return f"{cards} on {many} sheets of {paper.name}, at 100 %, {sides}"


def _mat_text(mat: Mat, paper: Paper | None) -> str:
    if paper is None:
        return f"one page of {mat.width:g} x {mat.height:g} mm"
    way = tiling(mat, paper)
    return f"{mat.width:g} x {mat.height:g} mm on {way.columns * way.rows} sheets of {paper.name}, at 100 %"
