"""Look words up: whether they count, what is known of them, and why not."""

from collections.abc import Iterator

import click
import msgspec

from device.errors import UsageFault
from device.words.glosses import glosses
from device.words.lists import DEFAULT, NAMES, load
from engine.words import ANYWHERE, Flag, Refusal, WordList
from engine.words.nearest import nearest

EXAMPLE = """\b
Example:
  lexicon-table words cats paris smothered
  lexicon-table words --all --list british
"""


@click.command(epilog=EXAMPLE)
@click.argument("words", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Print every listed word with its flags.")
@click.option(
    "--list",
    "name",
    default=DEFAULT,
    metavar="NAME|FILE",
    help=f"{', '.join(NAMES)}, or a text file of words.",
)
def command(words: tuple[str, ...], every: bool, name: str) -> None:
    """Look up WORDS, one line of JSON each: flags and meaning, or why not and the nearest words.

    Flags: us or gb (spelt so only there), proper-too, abbreviation-too, plural-only, verb-third, slang,
    offensive.
    "tier" is how common a word is, from 10 (everyday) to 70 (large dictionaries).
    """
    if every == bool(words):
        raise UsageFault("give some words, or --all" if not words else "give words or --all, not both")
    asked = [_checked(word) for word in words]
    listed = load(name)
    lines = _every(listed) if every else (_looked_up(listed, word) for word in asked)
    for line in lines:
        click.echo(msgspec.json.encode(line))


def _checked(word: str) -> str:
    if not (word.isascii() and word.isalpha()):
        raise UsageFault(f"{word!r} is not a word of the letters A-Z")
    return word.upper()


def _every(words: WordList) -> Iterator[dict[str, object]]:
    for word in words:
        yield {"word": word, "listed": True, "flags": _flags(words, word), "tier": _tier(words, word)}


def _looked_up(words: WordList, word: str) -> dict[str, object]:
    """What the command says of one word."""
    if word in words:
        meanings = glosses(word)
        return {
            "word": word,
            "listed": True,
            "flags": _flags(words, word),
            "tier": _tier(words, word),
            "why_not": None,
            "gloss": "; ".join(meanings) or None,
            "glosses": meanings,
        }
    refusal = words.refusal(word)
    return {
        "word": word,
        "listed": False,
        "flags": [] if refusal is Refusal.UNKNOWN else [refusal.name.lower()],
        "why_not": refusal.value,
        "nearest": nearest(words, word),
    }


def _flags(words: WordList, word: str) -> list[str]:
    """Names of the word's flags; where it is spelt so is told only when it is not everywhere."""
    entry = words.entry(word)
    flags = entry.flags if entry else Flag(0)
    return [_named(flag) for flag in (flags & ~ANYWHERE if flags & ANYWHERE == ANYWHERE else flags)]


def _named(flag: Flag) -> str:
    """PLURAL_ONLY as "plural-only"."""
    return (flag.name or "").lower().replace("_", "-")


def _tier(words: WordList, word: str) -> int | None:
    entry = words.entry(word)
    return entry.tier if entry else None
