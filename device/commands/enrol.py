"""Learn your own deck from one to three photographs of it laid out.

Example: lexicon-table enrol deck.jpg --name attic
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from device.commands._enrol import made
from device.commands._enrol.asking import Ask, Settled, answers, settle
from device.commands._enrol.terminal import agreed, line
from device.errors import UsageFault
from device.records import decks
from device.settings import TableSettings
from engine.cards import MASTER, PACKS
from engine.inventory import nearest, worded
from vision.codes import LETTERS
from vision.enrol import learning
from vision.enrol.gather import Find, gather
from vision.picture import PictureError, load

MOST: Final = 3
"""Photographs: more of the same deck teach nothing."""
_UNASKED: Final = "say what lies there with --answers FILE, or leave out the cards in doubt with --yes"


@dataclass(frozen=True, slots=True)
class _Asked:
    """How to enrol. `file`: of answers. `trusting`: ask nothing. `odd`: store a deck that does not add up."""

    name: str
    photos: tuple[Path, ...]
    data: Path
    file: Path | None
    trusting: bool
    odd: bool


@click.command(epilog="Example: lexicon-table enrol deck.jpg --name attic", short_help="Learn your own deck.")
@click.argument("photos", nargs=-1, metavar="[PHOTO]...", type=click.Path(path_type=Path))
@click.option("--name", help="What to call the deck: small letters, figures, hyphens.")
@click.option("--answers", "file", type=click.Path(path_type=Path), help="What lies there, row by row.")
@click.option("--yes", "trusting", is_flag=True, help="Ask nothing; leave out the cards in doubt.")
@click.option("--as-is", "odd", is_flag=True, help="Store a deck that does not add up to a known pack.")
@click.option("--list", "listing", is_flag=True, help="List the enrolled decks.")
@click.option("--undo", metavar="NAME", help="Take back the last enrolment of NAME.")
@click.option("--forget", metavar="NAME", help="Forget the deck NAME altogether.")
@click.option("--data", default=TableSettings().data, show_default=True, help="Folder of the enrolled decks.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON instead of sentences.")
def command(
    photos: Sequence[Path],
    name: str | None,
    file: Path | None,
    trusting: bool,
    odd: bool,
    listing: bool,
    undo: str | None,
    forget: str | None,
    data: str,
    as_json: bool,
) -> None:
    """Learn a household's own deck: lay all its cards out in rows, facing one way, and photograph them.

    It reads what it can and asks only about the cards in doubt. Afterwards `read --pack NAME` and
    `play --pack NAME` know the deck's letters by sight. One to three photographs, of the whole deck each
    or of its parts.

    A deck that is no known pack, card by card, is told with what is missing and what is too many, and stored
    only when you say so: to the question, or with --as-is.
    """
    folder = Path(data).expanduser()
    if listing:
        result: Any = [_described(decks.deck(folder, known)) for known in decks.names(folder)]
    elif undo is not None:
        result = {"name": undo, "undone": True, "back": decks.undo(folder, undo)}
    elif forget is not None:
        decks.forget(folder, forget)
        result = {"name": forget, "forgotten": True}
    elif name is None or not 1 <= len(photos) <= MOST:
        raise UsageFault(
            f"enrol needs --name and one to {MOST} photographs, or --list, --undo NAME, --forget NAME"
        )
    else:
        result = _enrolled(_Asked(_free(name), tuple(photos), folder, file, trusting, odd))
    click.echo(msgspec.json.encode(result).decode() if as_json else _said(result))
    if isinstance(result, dict) and not result.get("stored", True):
        raise UsageFault(f"{name}: {result['summary']}. It is not stored; with --as-is it is, all the same")


def _free(name: str) -> str:
    if decks.checked(name) in PACKS:
        raise UsageFault(f"--name {name}: that is a known pack; give yours another name")
    return name


def _enrolled(asked: _Asked) -> dict[str, Any]:
    """Read, ask, count, keep."""
    try:
        pictures = tuple(load(photo) for photo in asked.photos)
    except PictureError as fault:
        raise UsageFault(str(fault)) from fault
    finds = gather(pictures)
    told = answers(asked.file, finds, asked.photos) if asked.file else {}
    if all(told.get(i, learning.DOWN if find.back else "") == learning.DOWN for i, find in enumerate(finds)):
        raise UsageFault(f"{asked.photos[0]}: no letter cards lie there face up")
    settled = settle(finds, len(pictures), told, None if asked.trusting else _at_the_terminal(asked.photos))
    counts = made.counts(settled)
    difference = nearest(counts)
    adds_up = worded(counts, difference)
    if not (difference.none or asked.odd or asked.trusting):
        _agreed(adds_up)
    deck = made.deck(asked.name, finds, settled, counts)
    stored = difference.none or asked.odd or not asked.trusting
    if stored:
        decks.store(asked.data, deck)
    return {
        **_described(deck), "stored": stored, "adds_up": difference.none, "summary": adds_up,
        "missing": difference.missing, "surplus": difference.surplus, "asked": settled.asked,
        "doubtful": _doubtful(finds, settled), "rows": _rows(finds, settled.letters),
    }  # fmt: skip


def _agreed(adds_up: str) -> None:
    """Ends the run unless a person wants a deck that does not add up."""
    if not agreed(f"{adds_up}. Store it all the same?", f"{adds_up}; store it all the same with --as-is"):
        raise click.Abort


def _at_the_terminal(photos: Sequence[Path]) -> Ask:
    """Asks about one card; no answer leaves it out."""

    def ask(find: Find, alike: int, likeliest: str) -> str | None:
        others = f" ({alike} cards look like it)" if alike > 1 else ""
        card = f"{photos[find.photo].name}: row {find.row + 1}, card {find.place + 1}{others}"
        question = f"{card}. Which letter is it? {MASTER} is a Master, . leaves it out."
        while True:
            said = line(f"{question}\nletter [{likeliest}]: ", f"{card} is in doubt; {_UNASKED}").upper()
            said = said or likeliest
            if said == ".":
                return None
            if len(said) == 1 and said in LETTERS:
                return said

    return ask


def _described(deck: decks.Deck) -> dict[str, Any]:
    return {
        "name": deck.name, "like": deck.like, "cards": sum(deck.counts.values()), "counts": deck.counts,
        "examples": len(deck.cards), "back": any(card.letter == learning.DOWN for card in deck.cards),
        "figures": deck.figures, "places": list(deck.places),
    }  # fmt: skip


def _doubtful(finds: Sequence[Find], settled: Settled) -> list[dict[str, Any]]:
    return [
        {
            "photo": finds[i].photo,
            "row": finds[i].row + 1,
            "card": finds[i].place + 1,
            "likeliest": settled.letters[i],
        }
        for i in sorted(settled.doubtful)
    ]


def _rows(finds: Sequence[Find], letters: str) -> list[list[str]]:
    """The letters as they lie: photographs of rows. What `--answers` takes, for correcting."""
    photos: list[list[str]] = []
    for find, letter in zip(finds, letters, strict=True):
        while len(photos) <= find.photo:
            photos.append([])
        if len(photos[find.photo]) <= find.row:
            photos[find.photo].append("")
        photos[find.photo][find.row] += letter
    return photos


def _listed(deck: dict[str, Any]) -> str:
    unseen = "" if deck["back"] else ", its back not seen"
    return f"{deck['name']}: {deck['cards']} cards, like {deck['like']}{unseen}"


def _said(result: Any) -> str:
    """For a person."""
    if isinstance(result, list):
        return "\n".join(map(_listed, result)) or "no deck is enrolled"
    if "forgotten" in result:
        return f"{result['name']}: forgotten"
    if "undone" in result:
        return f"{result['name']}: " + ("the enrolment before it is back" if result["back"] else "forgotten")
    lines = [" ".join(rows) for rows in result["rows"]]
    left_out = f"; {len(result['doubtful'])} in doubt were left out" if result["doubtful"] else ""
    if not result["stored"]:
        return "\n".join(lines)
    return "\n".join([*lines, f"{result['name']} is enrolled: {result['summary']}{left_out}"])
