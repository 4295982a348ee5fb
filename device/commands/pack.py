"""Name the pack on a photograph of its box, rule leaflet or advertisement card.

Example: lexicon-table pack box.jpg
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from device import faults, files
from device.commands._answering import needs_tesseract
from device.errors import UsageFault, and_more
from device.files import shown_json
from engine.catalogue import EDITIONS
from engine.edition_recognition import EditionRecognition, recognised_edition
from vision.picture import PictureError, load
from web.rulebook.evening import PACKS

NOTHING: Final = (
    "no box or leaflet of a game that I know. Photograph the lid, or the page with the title and the maker's "
    "name, from above and near, in good light."
)


@click.command(
    epilog="Example: lexicon-table pack box.jpg", short_help="Name the pack on a photograph of its box."
)
@click.argument(
    "photos", nargs=-1, required=True, metavar="PHOTO...", type=click.Path(path_type=Path, readable=False)
)  # a file that can't be read is reported in its place
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per photo.")
def command(photos: Sequence[Path], as_json: bool) -> None:
    """Name the pack by the print on its box, rule leaflet or advertisement card.

    Tesseract reads the print, whichever way up it is. The answer names the pack, how to play with it, and the
    words that tell the pack. The answer names no pack if the words are doubtful, or belong to another game.

    A photo that can't be decoded gets a line of its own on standard error, or an "error" with --json. The
    other photos are still read. The exit status is then 2.
    """
    needs_tesseract("pack")
    unread: list[str] = []
    for photo in photos:
        try:
            recognition = _recognition(photo)
        except PictureError as wrong:
            unread.append(files.terminal_line(wrong))
            _print_fault(photo, wrong, as_json=as_json)
        else:
            click.echo(
                _json(photo, recognition)
                if as_json
                else f"{files.terminal_line(photo)}: {_recognition_text(recognition)}"
            )
    if unread and as_json:
        raise UsageFault(unread[0] + and_more(len(unread) - 1, "photo"))
    if unread:
        raise click.exceptions.Exit(faults.BAD_USAGE_STATUS)


def _recognition(photo: Path) -> EditionRecognition | None:
    """Return the edition that the print on a photograph names. Raise PictureError if the photograph
    can't be read."""
    from vision.ocr.pages import read_print  # --help does not wait for this import

    return recognised_edition(read_print(load(photo)))


def _recognition_text(recognition: EditionRecognition | None) -> str:
    """Return a sentence for people about the recognised pack: its name, the printed words that
    identify it, and how to play with it. For None return the sentence that no pack was recognised."""
    if recognition is None:
        return NOTHING
    name, size = recognition.pack.name, recognition.pack.size
    cards = f", {size} {recognition.pack.pieces}" if recognition.pack.certain else ""
    rules = f", and {edition} in the settings" if (edition := _setting(recognition)) else ""
    return f"{PACKS[name]}{cards} ({', '.join(recognition.phrases)}). Play with --pack {name}{rules}."


def _setting(recognition: EditionRecognition) -> str:
    """Return the line for the settings file that selects the rules of the recognised edition. Return an
    empty text if its game has these rules by default."""
    first = EDITIONS[recognition.games[0]]
    return f'edition = "{recognition.edition}"' if first[0].edition != recognition.edition else ""


def _json(photo: Path, recognition: EditionRecognition | None) -> str:
    """Return the edition that was recognised on a photograph as one line of JSON. Its "pack" is null
    if none was."""
    line: dict[str, Any] = {"photo": files.as_text(photo), "pack": None}
    if recognition is not None:
        line |= {
            "pack": recognition.pack.name,
            "edition": recognition.edition,
            "games": recognition.games,
            "words": recognition.phrases,
        }
    return shown_json(msgspec.json.encode(line).decode())


def _print_fault(photo: Path, wrong: PictureError, *, as_json: bool) -> None:
    """Print why a photograph can't be read: as JSON on standard output, or as text on standard error."""
    if as_json:
        line = {"photo": files.as_text(photo), "error": files.as_text(wrong)}
        click.echo(shown_json(msgspec.json.encode(line).decode()))
    else:
        click.echo(f"{faults.DISTRIBUTION}: {files.terminal_line(wrong)}", err=True)
