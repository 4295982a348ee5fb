"""Ask a person the questions of `enrol`, line by line, at a terminal or from piped input.

If the input has ended, the program tells what to do instead.
"""

import sys
from pathlib import Path
from typing import Final

import click

from device.commands._enrol.asking import TAKE_BACK, Ask, LetterQuestion
from device.commands._enrol.numbered_cards import DeckPhotos, found_text, whereabouts
from device.errors import UsageFault
from device.files import terminal_line
from engine.cards import MASTER
from vision.tensor_format import LETTERS

UNKNOWN: Final = "."
"""The answer with which a person says at the terminal that nobody knows a card's letter."""
_UNASKED_ADVICE: Final = (
    "say what lies there with --answers FILE, or learn all but the cards in doubt with --yes"
)


def line(question: str, otherwise: str) -> str:
    """Ask `question` and return the line of the answer, stripped.

    Raise UsageFault at the end of the input, with `otherwise` as advice. The question is not printed if the
    input has ended.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        return str(click.prompt(question, default="", show_default=False, prompt_suffix="", err=True)).strip()
    given = "" if sys.stdin is None else sys.stdin.readline()
    if not given:
        raise UsageFault(f"{otherwise} (there is no terminal to ask on)")
    click.echo(question + terminal_line(given.strip()), err=True)
    return given.strip()


def confirm(question: str, otherwise: str) -> bool:
    """Ask `question` at the terminal. Return True if the person answers yes; an empty line means no.
    Raise UsageFault with the advice `otherwise` at the end of the input."""
    while True:
        reply = line(f"{question} [y/N]: ", otherwise).lower()
        if reply in ("", "n", "no", "y", "yes"):
            return reply.startswith("y")


def asker(deck_photos: DeckPhotos, drawn: Path | None) -> Ask:
    """Return a function that asks about one card at a time.

    Before the first question the function lists the cards found. If their pictures were written to the folder
    `drawn`, the function also names the folder.
    """
    has_introduced = False

    def ask(question: LetterQuestion) -> str | None:
        nonlocal has_introduced
        likeliest = question.likeliest
        others = f" ({question.similar_count} cards look like it)" if question.similar_count > 1 else ""
        card = f"{whereabouts(deck_photos, question.card, question.letters)}{others}"
        text = f"{card}. Which letter is it? [{likeliest}]: "
        while True:
            # Only when somebody answers, so that a run without a person prints one line alone.
            before = "" if has_introduced else _beforehand(deck_photos, question.letters, drawn)
            reply = line(before + text, f"{card} is in doubt; {_UNASKED_ADVICE}").upper() or likeliest
            has_introduced = True
            if reply == UNKNOWN:
                return None
            if reply == TAKE_BACK or (len(reply) == 1 and reply in LETTERS):
                return reply

    return ask


def _beforehand(deck_photos: DeckPhotos, letters: str, drawn: Path | None) -> str:
    """Return the text that is shown before the first question: the cards found, and how to answer. It
    says that rows and places count only cards that were found."""
    where = f"The pictures in {drawn} show" if drawn else "With --overlay FOLDER, pictures there show"
    counted = "Rows and places count only the cards found."
    keys = (
        f"Type a letter, or {MASTER} for a Master. Press Enter alone for the letter in brackets. "
        f"{TAKE_BACK} takes back the last answer. {UNKNOWN} means that nobody knows: the card is not learnt "
        "and counts for no letter."
    )
    return f"{found_text(deck_photos, letters)}\n{counted} {where} which is which.\n{keys}\n\n"
