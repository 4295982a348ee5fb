"""Learn your own deck from one to three photographs.

Example: lexicon-table enrol deck.jpg --name attic
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import click
import msgspec
import numpy as np

from device.commands._enrol import deck_making
from device.commands._enrol.answers import answers
from device.commands._enrol.asking import EnrolResult, find_letters
from device.commands._enrol.numbered_cards import DeckPhotos, letters_by_row, write_numbered
from device.commands._enrol.terminal import asker, confirm
from device.commands._read import overlays
from device.errors import UsageFault, and_more
from device.files import shown_json
from device.records import decks
from device.settings import TableSettings
from engine.cards import PACKS
from vision.enrol import learning
from vision.enrol.gather import FoundCard, gather
from vision.picture import PictureError, load

MAX_PHOTOS: Final = 3
"""Maximum number of photographs for one enrolment. More photographs of the same deck teach
nothing."""
_LEARNING_OPTIONS: Final = {
    "photos": "photographs are", "name": "--name is", "answers_file": "--answers is",
    "asks_nothing": "--yes is", "as_is": "--as-is is", "overlay": "--overlay is",
}  # fmt: skip
"""The options of `enrol` that are refused if no deck is to be learnt, each with the beginning of
the error message."""
_MODES: Final = {"listing": "list", "undo": "undo", "forget": "forget"}


@dataclass(frozen=True, slots=True)
class _EnrolOptions:
    """Hold the options for enrolling a deck."""

    name: str
    photos: tuple[Path, ...]
    data: Path
    answers_file: Path | None
    """The file of answers; None without one."""
    asks_nothing: bool
    """True if no questions are asked, and doubtful cards are left out."""
    as_is: bool
    """True if a deck with missing or extra cards is stored as it is."""
    overlay: Path | None
    """The folder to which the photographs are written with numbered cards; None to write none."""


@click.command(epilog="Example: lexicon-table enrol deck.jpg --name attic", short_help="Learn your own deck.")
@click.argument("photos", nargs=-1, metavar="[PHOTO]...", type=click.Path(path_type=Path))
@click.option("--name", help="Name the deck: small letters, digits, hyphens.")
@click.option(
    "--answers",
    "answers_file",
    type=click.Path(path_type=Path),
    help="Take the letters of the cards from this file, row by row.",
)
@click.option("--yes", "asks_nothing", is_flag=True, help="Ask nothing, and do not learn the doubtful cards.")
@click.option("--as-is", "as_is", is_flag=True, help="Store a deck that does not add up to a known pack.")
@click.option(
    "--overlay",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the photos into this folder with the cards numbered.",
)
@click.option("--list", "listing", is_flag=True, help="List the enrolled decks.")
@click.option("--undo", metavar="NAME", help="Take back the last enrolment of NAME.")
@click.option("--forget", metavar="NAME", help="Forget the deck NAME altogether.")
@click.option(
    "--data", default=TableSettings().data, show_default=True, help="Keep the enrolled decks in this folder."
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON instead of sentences.")
@click.pass_context
def command(
    context: click.Context,
    photos: Sequence[Path],
    name: str | None,
    answers_file: Path | None,
    asks_nothing: bool,
    as_is: bool,
    overlay: Path | None,
    listing: bool,
    undo: str | None,
    forget: str | None,
    data: str,
    as_json: bool,
) -> None:
    """Learn your own deck. Lay all its cards out in rows, facing one way, and photograph them.

    Take one to three photographs, of the whole deck or of different parts. The program reads the cards and
    asks only about the doubtful ones. Then `read --pack NAME` and `play --pack NAME` know the deck's letters.

    The program compares the deck with the known packs, card by card. If the deck differs, the program lists
    the missing and the extra cards. It stores such a deck only if you agree, or with --as-is.
    """
    _one_at_a_time(context)
    folder = decks.folder(data)
    if listing:
        result: Any = [_deck_values(folder, known) for known in decks.names(folder)]
    elif undo is not None:
        back = decks.undo(folder, undo)
        result = {"name": undo, "undone": True, "back": back, "earlier": decks.earlier_count(folder, undo)}
    elif forget is not None:
        decks.forget(folder, forget)
        result = {"name": forget, "forgotten": True}
    else:
        called = _deck_name(name, photos)
        options = _EnrolOptions(called, tuple(photos), folder, answers_file, asks_nothing, as_is, overlay)
        result = _enrol(options)
    if text := shown_json(msgspec.json.encode(result).decode()) if as_json else _as_text(result):
        click.echo(text)
    _raise_faults(result)


def _one_at_a_time(context: click.Context) -> None:
    """Raise UsageFault if several actions are asked for at once, because only one would be done."""
    given = {name for name, value in context.params.items() if value not in (None, False, ())}
    modes = [f"--{mode}" for key, mode in _MODES.items() if key in given]
    if len(modes) > 1:
        raise UsageFault(f"{' and '.join(modes)}: give one at a time")
    if modes and (more := next((option for key, option in _LEARNING_OPTIONS.items() if key in given), None)):
        raise UsageFault(f"{more} for learning a deck and not for {modes[0]}")


def _raise_faults(result: Any) -> None:
    """Raise UsageFault if a listed deck can't be read, or if the new deck was not stored."""
    if isinstance(result, list):
        damaged = [deck["error"] for deck in result if "error" in deck]
        if damaged:
            raise UsageFault(damaged[0] + and_more(len(damaged) - 1, "deck"))
    elif not result.get("stored", True):
        raise UsageFault(f"{result['name']}: {result['summary']}. It is not stored. --as-is stores it anyway")


def _deck_values(folder: Path, name: str) -> dict[str, Any]:
    """Return an enrolled deck as values for JSON. If the deck can't be read, the values are its name
    and the error."""
    try:
        return _describe(decks.deck(folder, name))
    except UsageFault as fault:
        return {"name": name, "error": str(fault)}


def _deck_name(name: str | None, photos: Sequence[Path]) -> str:
    """Return the name for the deck on the photographs. Raise UsageFault if the name or the photographs
    are missing, if there are too many photographs, or if a known pack has the name."""
    if name is None and not photos:
        raise UsageFault(
            f"enrol needs --name and one to {MAX_PHOTOS} photographs, or --list, --undo NAME, --forget NAME"
        )
    if name is None:
        raise UsageFault("enrol needs --name, too: a name for the deck")
    if not photos:
        raise UsageFault(f"enrol --name {name} needs one to {MAX_PHOTOS} photographs of the deck")
    if len(photos) > MAX_PHOTOS:
        raise UsageFault(f"{len(photos)} photographs: enrol takes at most {MAX_PHOTOS}. More teach nothing")
    if decks.checked_name(name) in PACKS:
        raise UsageFault(f"--name {name}: a known pack has this name. Give yours another")
    return name


def _enrol(options: _EnrolOptions) -> dict[str, Any]:
    """Read the cards on the photographs, ask about doubtful ones, and count the cards. Store the deck;
    with --yes only if it adds up to a known pack, or if --as-is was given, too. Return the result as
    values for JSON."""
    decks.names(options.data)  # an unreadable folder is reported before any question
    drawn = {} if options.overlay is None else overlays.targets(options.photos, options.overlay)
    deck_photos = _read_deck(options.photos)
    finds = deck_photos.finds
    if drawn:
        write_numbered(deck_photos, drawn)
    letters = answers(options.answers_file, deck_photos) if options.answers_file else {}
    if all(
        letters.get(i, learning.FACE_DOWN if find.is_face_down else "") == learning.FACE_DOWN
        for i, find in enumerate(finds)
    ):
        raise UsageFault(f"{options.photos[0]}: no letter cards lie there face up")
    ask = None if options.asks_nothing else asker(deck_photos, drawn=options.overlay)
    found = find_letters(finds, len(deck_photos.photos), letters, ask)
    contents = deck_making.contents(finds, found)
    if not (contents.adds_up or options.as_is or options.asks_nothing):
        _require_consent(contents.summary())
    deck = deck_making.deck(options.name, finds, found, contents)
    stored = contents.adds_up or options.as_is or not options.asks_nothing
    if stored:
        decks.store(options.data, deck)
    return {
        **_describe(deck), "stored": stored, "adds_up": contents.adds_up,
        "little": contents.is_mostly_unlearnt, "summary": contents.summary(),
        "missing": contents.difference.missing, "surplus": contents.difference.surplus,
        "asked": found.answer_count, "doubtful": _doubtful(finds, found),
        "rows": letters_by_row(finds, found.letters),
    }  # fmt: skip


def _read_deck(photos: tuple[Path, ...]) -> DeckPhotos:
    """Return the photographs with the cards found on them. Raise UsageFault if a photograph can't be
    read, or if two photographs are the same."""
    try:
        pictures = tuple(load(photo) for photo in photos)
    except PictureError as fault:
        raise UsageFault(str(fault)) from fault
    for (n, one), (m, other) in combinations(enumerate(pictures), 2):
        if np.array_equal(one, other):
            raise UsageFault(
                f"{photos[m]}: the same picture as {photos[n]}, which would count its cards twice"
            )
    return DeckPhotos(photos, pictures, gather(pictures))


def _require_consent(adds_up: str) -> None:
    """End the run unless the person agrees to a deck with missing or extra cards."""
    if not confirm(f"{adds_up}. Store it anyway?", f"{adds_up}; --as-is stores it anyway"):
        raise click.Abort


def _describe(deck: decks.Deck) -> dict[str, Any]:
    return {
        "name": deck.name, "like": deck.like, "cards": deck.size, "learnt": deck.learnt,
        "counts": deck.counts, "examples": len(deck.cards),
        "back": any(card.letter == learning.FACE_DOWN for card in deck.cards),
        "figures": deck.figures, "places": list(deck.places),
    }  # fmt: skip


def _doubtful(finds: Sequence[FoundCard], found: EnrolResult) -> list[dict[str, Any]]:
    return [
        {
            "photo": finds[i].photo,
            "row": finds[i].row + 1,
            "card": finds[i].place + 1,
            "likeliest": found.letters[i],
        }
        for i in sorted(found.doubtful)
    ]


def _list_line(deck: dict[str, Any]) -> str:
    unseen = "" if deck["back"] else ", its back not seen"
    learnt = "" if deck["learnt"] == deck["cards"] else f", {deck['learnt']} of them learnt"
    return f"{deck['name']}: {deck['cards']} cards{learnt}, like {deck['like']}{unseen}"


def _as_text(result: Any) -> str:
    """Return the result of `lexicon-table enrol` as text for a person: the list of decks, the deck that
    was learnt, or the deck that was forgotten."""
    if isinstance(result, list):
        return (
            "\n".join(_list_line(deck) for deck in result if "error" not in deck)
            if result
            else "no deck is enrolled"
        )
    if "forgotten" in result:
        return f"{result['name']}: forgotten"
    if "undone" in result:
        return f"{result['name']}: " + (_undone_text(result["earlier"]) if result["back"] else "forgotten")
    lines = [" ".join(rows) for rows in result["rows"]]
    if not result["stored"]:
        return "\n".join(lines)
    return "\n".join([*lines, _stored_text(result)])


def _undone_text(earlier: int) -> str:
    """Return a sentence that says that the deck's earlier enrolment counts again. It also says how many
    enrolments before that one are kept (`earlier`)."""
    left = f"; {earlier} earlier {'one is' if earlier == 1 else 'ones are'} kept" if earlier else ""
    return f"the enrolment before it counts again{left}"


def _stored_text(result: dict[str, Any]) -> str:
    """Return a sentence that says that the deck is enrolled, and lists its cards. If few letters are
    known, it gives only their number, because a list would be guesses."""
    name, letters = result["name"], ", ".join(result["counts"])
    if result["little"]:
        return (
            f"{name} is stored, but the table has learnt only {result['learnt']} of its "
            f"{result['cards']} cards ({letters}). Answer for the others, too"
        )
    guessed = ", ".join(sorted(card["likeliest"] for card in result["doubtful"]))
    return f"{name} is enrolled: {result['summary']}" + (f": {guessed}" if guessed else "")
