"""Read the letters and the words in photographs of cards.

Example: lexicon-table read table.jpg --json --overlay drawn/
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec
import numpy as np

from device import faults, files
from device.commands._answering import needs_tesseract
from device.commands._read import photo_report
from device.commands._read.values import card_values, doubt_sentence, rounded_corners, unlettered_values
from device.commands._unused_options import refuse_options
from device.errors import UsageFault, and_more
from device.files import shown_json
from device.settings import TableSettings
from device.words.lists import WORD_LIST_NAMES
from device.words.lists import load as load_words
from engine.cards import PACKS
from engine.layout import (
    CutOffCard,
    LayoutDoubt,
    arrange,
    decide_letters,
    with_edge_doubts,
)
from engine.shared.condition import Condition, describe, to_report
from engine.shared.condition import CutOff as Outside
from engine.words import WordList
from vision.conditions import conditions
from vision.crops import Picture, Pyramid
from vision.enrol.prototypes import Prototypes
from vision.field_of_view import observation_to_arrange, view_of
from vision.picture import PictureError, load_photograph
from vision.pieces.detect import LOOK_SIDE_PIXELS
from vision.reader import PhotoReading, PieceKind, Reader


@click.command(
    epilog="Example: lexicon-table read table.jpg --json --overlay drawn/", short_help="Read photographs."
)
@click.argument(
    "photos", nargs=-1, required=True, metavar="PHOTO...", type=click.Path(path_type=Path, readable=False)
)  # a file that can't be read is reported in its place
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per photo.")
@click.option("--pack", help="Expect this pack, known or enrolled, and never more of a letter than it holds.")
@click.option(
    "--packs",
    type=click.IntRange(1, 9),
    default=1,
    show_default=True,
    help="Expect this many copies of the pack.",
)
@click.option("--pieces", type=click.Choice(["cards", "tiles"]), help="Expect only cards, or only tiles.")
@click.option(
    "--overlay",
    type=click.Path(file_okay=False, path_type=Path, readable=False),
    help="Write the photos into this folder with the letters drawn in.",
)
@click.option(
    "--data", default=TableSettings().data, show_default=True, help="Find the enrolled decks in this folder."
)
@click.option(
    "--list", "word_list", default="default", show_default=True, help="Use this word list: a name or a file."
)
@click.option(
    "--look", type=click.IntRange(256, 1280), default=LOOK_SIDE_PIXELS, show_default=True,
    help="Search with this many pixels on the longer side. Fewer are faster but miss covered cards.",
)  # fmt: skip
@click.option("--texts", is_flag=True, help="Read the print on cards without a letter, with Tesseract.")
def command(photos: Sequence[Path], as_json: bool, overlay: Path | None, **options: Any) -> None:
    """Read the letter cards in photographs: the words, the cards beside them, and the doubtful cards.

    A small letter in a word is a Master that stands for the one letter that makes a listed word. ? is a
    Master that may stand for several letters, or for none. In a crossword a point is an empty square.

    A photo that can't be decoded gets a line of its own on standard error, or an "error" with --json. The
    other photos are still read. The exit status is then 2. It is also 2 if --overlay can't draw a photo. A
    table without cards is no error.
    """
    drawn = {} if overlay is None else _targets(photos, overlay)
    read_options = _read_options(**options)
    unread: list[str] = []
    undrawn: list[str] = []
    masters = False
    for photo in photos:
        try:
            line, reading, fault = _read(photo, read_options, drawn.get(photo))
            undrawn += [fault] if fault else []
        except PictureError as wrong:
            unread.append(files.terminal_line(wrong))
            line, reading = {"photo": files.as_text(photo), "error": files.as_text(wrong)}, None
        _print(line, reading, as_json=as_json)
        masters |= reading is not None and photo_report.has_masters(reading.decision.arrangement)
    if masters and not as_json:
        click.echo(photo_report.MASTERS)
    _end(unread, undrawn, as_json=as_json)


def _targets(photos: Sequence[Path], overlay: Path) -> dict[Path, Path]:
    """Return the path of each photograph's overlay picture in the folder `overlay`, by the photograph's
    path."""
    # Imported here, as below, so that a reading does not wait for a module that it does not use.
    from device.commands._read import overlays

    return overlays.targets(photos, overlay)


def _end(unread: list[str], undrawn: list[str], *, as_json: bool) -> None:
    """End the run with a fault if a photo could not be read or drawn on."""
    unread_names = unread if as_json else []  # for people each was reported in its place
    if wanting := [*unread_names, *undrawn]:
        raise UsageFault(wanting[0] + and_more(len(wanting) - 1, "photo"))
    if unread:
        raise click.exceptions.Exit(faults.BAD_USAGE_STATUS)


def _print(line: dict[str, Any], reading: photo_report.PhotoReport | None, *, as_json: bool) -> None:
    """Print the output for one photo. Report a photo that can't be read on standard error."""
    if as_json:
        click.echo(shown_json(msgspec.json.encode(line).decode()))
    elif reading is not None:
        click.echo(photo_report.report_text(files.terminal_line(line["photo"]), reading))
    else:
        click.echo(f"{faults.DISTRIBUTION}: {files.terminal_line(line['error'])}", err=True)


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Hold the options for reading photographs."""

    reader: Reader
    words: Callable[[], WordList]
    """A function that loads the word list, by which the letters are read as words."""
    limits: Mapping[str, int] | None
    """The number of each letter that can be on the table; None if unknown."""
    pieces: PieceKind | None
    """The kind of pieces on the photographs, cards or tiles; None if their shape decides."""
    texts: bool
    """True if the print on cards without a letter is read too."""


def _read_options(
    pack: str | None,
    packs: int,
    pieces: PieceKind | None,
    data: str,
    word_list: str,
    texts: bool,
    look: int,
) -> ReadOptions:
    # Reported before any photograph is read, which may take minutes.
    if pack is None:
        refuse_options(("packs",), "needs --pack")
    if texts:
        needs_tesseract("--texts")
    known, limits = _pack(pack, packs, data)
    words = _word_loader(word_list)
    return ReadOptions(Reader.load(look, known), words, limits, pieces, texts)


def _word_loader(name: str) -> Callable[[], WordList]:
    """Return a function that loads the word list `name`. A list from a file is loaded at once, so that a
    wrong file is reported before any photograph is read."""
    if name in WORD_LIST_NAMES:
        return partial(load_words, name)
    words = load_words(name)
    return lambda: words


def _pack(name: str | None, packs: int, given: str) -> tuple[Prototypes | None, Mapping[str, int] | None]:
    """Return the examples of the deck `name` if it is enrolled, and how many cards of each letter can
    be on the table. `packs` is the number of packs in play. Raise UsageFault if `name` is neither a
    pack nor a deck."""
    if name is None:
        return None, None
    if name in PACKS:
        return None, PACKS[name].limits(packs)
    # They import the table's loop and its records: ten megabytes that most readings do not need.
    from device import eyes
    from device.records import decks

    data = decks.folder(given)
    if name not in decks.names(data):
        known = ", ".join([*PACKS, *decks.names(data)])
        raise UsageFault(f"--pack {name}: no such pack; known are {known}")
    deck = decks.deck(data, name)
    return eyes.enrolled_appearance(deck), eyes.limits(deck, packs)


@dataclass(frozen=True, slots=True)
class PhotoLook:
    """Hold what was found on one photograph, before its letters are read as words."""

    width: int
    """The width of the photograph as it was taken, in pixels."""
    height: int
    """The height of the photograph as it was taken, in pixels."""
    scale: tuple[float, float]
    """The factors, across and down, from pixels of the picture that was read to pixels of the photograph.
    They are above 1 if the photograph was shrunk before it was read."""
    reading: PhotoReading
    """The reading of the photograph: its cards, and the map from pixels to the table."""
    conditions: tuple[Condition, ...]
    """The faults of the photograph, such as glare."""
    unlettered: list[dict[str, Any]]
    """The pieces without a letter, as values for JSON."""
    seconds: float
    """The time that the reading took, in seconds."""
    picture: Picture | None
    """The photograph's pixels if an overlay is to be drawn on them; None otherwise."""


def _look_at(photo: Path, options: ReadOptions, *, drawn: bool) -> PhotoLook:
    """Return what is found on a photograph. The photograph itself is kept only if it is to be `drawn`
    on, because it takes a large part of a small Pi's memory. Raise PictureError if the photograph
    can't be read."""
    taken = load_photograph(photo)
    picture, started = taken.picture, time.perf_counter()
    seen, texts = _find_cards(picture, options)
    seconds = time.perf_counter() - started
    return PhotoLook(
        taken.width, taken.height, taken.shrink_factors, seen, conditions(picture, seen, None),
        unlettered_values(seen, texts), seconds, picture if drawn else None,
    )  # fmt: skip


def _read(
    photo: Path, options: ReadOptions, overlay: Path | None
) -> tuple[dict[str, Any], photo_report.PhotoReport, str]:
    """Read a photograph, and write the overlay picture to `overlay` if it is given. Return the reading
    as JSON values, the reading for people, and an error message if the overlay could not be
    written, else an empty text.

    Raise PictureError if the photograph can't be read.
    """
    look = _look_at(photo, options, drawn=overlay is not None)
    words, seen, seen_conditions = options.words(), look.reading, look.conditions
    started = time.perf_counter()
    view = view_of(seen, seen_conditions)
    found = observation_to_arrange(seen, view)
    observation = found.observation
    rows = [piece for n, piece in enumerate(seen.unread) if n in found.added_shapes]
    pairs = zip(seen.unlettered, look.unlettered, strict=True)
    unlettered = [values for piece, values in pairs if not any(piece is one for one in rows)]
    decision = decide_letters(observation, arrange(observation, words), words, options.limits)
    decision = with_edge_doubts(decision, observation, view)
    seconds = look.seconds + time.perf_counter() - started
    arranged, cards = decision.arrangement, card_values(seen, observation, decision)
    fault = ""
    if overlay is not None and look.picture is not None:
        from device.commands._read import overlays

        around = [np.array(s["corners"], np.float32) for s in unlettered]
        fault = overlays.draw_overlay(overlay, look.picture, cards, arranged, seen_conditions, around)
    doubts = [
        *(doubt_sentence(d) for d in arranged.doubts),
        *seen.observation.notes,
        *_condition_sentences(seen_conditions, arranged.doubts),
    ]
    line = {
        "photo": files.as_text(photo), "width": look.width, "height": look.height,
        "cards": [_in_photo_pixels(card, look) for card in cards],
        "words": [{"text": w.text, "cards": list(w.cards)} for w in arranged.words],
        "strangers": [_in_photo_pixels(stranger, look) for stranger in unlettered],
        "conditions": [_condition(c, look) for c in seen_conditions],
        "doubts": doubts if cards else [*doubts, photo_report.no_cards(unlettered)],
        "seconds": round(seconds, 4),
    }  # fmt: skip
    tiles = None if options.pieces is None else options.pieces == "tiles"
    texts = [stranger.get("text", "") for stranger in unlettered]
    return line, photo_report.PhotoReport(observation, decision, seen_conditions, words, tiles, texts), fault


def _find_cards(picture: Picture, options: ReadOptions) -> tuple[PhotoReading, tuple[str, ...] | None]:
    """Return the reading of a photograph. If the options ask for it, return also the text printed on
    each card without a letter; otherwise None."""
    seen = options.reader.read(picture, options.pieces)
    if not options.texts:
        return seen, None
    from vision.ocr import read_texts

    texts = read_texts(Pyramid.of(picture), seen)
    return texts.reading, texts.texts


def _condition_sentences(conditions: Sequence[Condition], doubts: Sequence[LayoutDoubt]) -> list[str]:
    """Return sentences about the faults of a photograph, `conditions`. If one of `doubts` is about a card
    that the picture's edge cuts off, leave out the fault that says the same."""
    cut = {doubt.card for doubt in doubts if isinstance(doubt, CutOffCard)}
    unsaid = [c for c in conditions if not (isinstance(c.fact, Outside) and c.fact.card in cut)]
    return [describe(condition, count) for condition, count in to_report(unsaid)]


def _in_photo_pixels(piece: dict[str, Any], look: PhotoLook) -> dict[str, Any]:
    """Return the JSON values of a piece with its corners in pixels of the original photograph. The
    reader's copy of the photograph may have fewer pixels."""
    if look.scale == (1, 1):
        return piece
    return piece | {"corners": rounded_corners(np.array(piece["corners"]) * look.scale)}


def _condition(condition: Condition, look: PhotoLook) -> dict[str, Any]:
    """Return a fault of the photograph as values for a line of JSON. `where` in the result is an
    outline in the photograph's pixels; it is empty if the whole picture is at fault."""
    where = [[round(x * look.width, 1), round(y * look.height, 1)] for x, y in condition.where]
    facts = asdict(condition.fact)
    if "blur" in facts:
        facts["blur"] *= look.scale[0]
    return {"kind": condition.kind, "severity": condition.severity, "where": where, **facts}
