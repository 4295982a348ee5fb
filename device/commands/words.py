"""Look up words, and choose the words that count at a table."""

import shutil
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

import click
import msgspec

from device import files
from device.commands._answering import for_people
from device.commands._unused_options import refuse_options
from device.errors import UsageFault, and_more
from device.files import shown_json
from device.json_input import MAX_LINE_LETTERS
from device.records import word_choice
from device.records.value_files import files_put_aside
from device.records.word_choice import MAX_SCOWL_SIZE, Exclusion, Region, WordChoice
from device.settings import TableSettings
from device.table_words import table_words
from device.words.glosses import glosses
from device.words.lists import DEFAULT, FLAGS, WORD_LIST_NAMES, load
from engine.wording.words import say_word
from engine.words import ALL_REGIONS, Flag, WordList, WordRefusal
from engine.words.facts import facts

EXAMPLE = """\b
Example:
  lexicon-table words cats paris smothered
  lexicon-table words --all --list british
  lexicon-table words --add zyx --tier 60 --without slang --data table/
"""


@dataclass(frozen=True, slots=True)
class _Change:
    """The changes of the table's choice of words that one command line asks for. None and empty values
    change nothing."""

    add: tuple[str, ...]
    remove: tuple[str, ...]
    tier: int | None
    region: Region | None
    without: tuple[str, ...]

    @property
    def changes_anything(self) -> bool:
        """True if the command line changes anything of the table's choice of words."""
        return bool(self.add or self.remove or self.tier or self.region or self.without)


@click.command(epilog=EXAMPLE)
@click.argument("words", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Print every listed word with its flags.")
@click.option(
    "--check", is_flag=True, help="Count the words of the list, and print those that the default list lacks."
)
@click.option(
    "--list",
    "name",
    default=DEFAULT,
    metavar="NAME|FILE",
    help=f"Use this list: {', '.join(WORD_LIST_NAMES)}, or a text file of words.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="Use the choice of words in this table's data folder.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON at a terminal too.")
@click.option("--house", is_flag=True, help="Print the table's choice of words and the words of the house.")
@click.option("--add", multiple=True, metavar="WORD", help="Add a word of the house. Repeat it for more.")
@click.option("--remove", multiple=True, metavar="WORD", help="Remove a word of the house.")
@click.option(
    "--tier", type=click.IntRange(10, MAX_SCOWL_SIZE), help="Leave out words that are rarer than this tier."
)
@click.option("--region", type=click.Choice(get_args(Region)), help="Count only words in this spelling.")
@click.option(
    "--without",
    multiple=True,
    type=click.Choice(("nothing", *get_args(Exclusion))),
    help="Leave out words of this kind. Repeat it for more. `nothing` counts all kinds.",
)
def command(
    words: tuple[str, ...],
    every: bool,
    check: bool,
    name: str,
    data: Path | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Look up WORDS: their flags and meaning, or why they do not count and the nearest words.

    A person at a terminal gets a table, a program gets one line of JSON a word.

    Flags: us or gb (spelt like this only there), proper-too, abbreviation-too, plural-only, verb-third,
    slang, offensive, house (the table's own). "tier" says how common a word is, from 10 (everyday) to 70
    (large dictionaries). "listed_as" explains the flags in words. --data looks in the table's own choice of
    words. --add, --remove, --tier, --region and --without change this choice, and name the file that keeps
    it.
    """
    house = given.pop("house")
    change = _Change(**given)
    if (every + check + bool(words)) != 1 and not (house or change.changes_anything):
        raise UsageFault(
            "give some words, --all, --check or --house" + (", not two" if every or words else "")
        )
    if not (words or every or check):
        refuse_options(("name",), "is for looking up words, or for --all or --check")
    folder = data or Path(TableSettings().data).expanduser()
    known_damage = files_put_aside(folder)
    if house or change.changes_anything:
        click.echo(shown_json(msgspec.json.encode(_change_choice(folder, change)).decode()))
    listed = table_words(name, folder) if data else load(name)
    for path in sorted(files_put_aside(folder) - known_damage):
        click.echo(
            f"{files.terminal_line(path)}: damaged, and put aside under this name. All words count again",
            err=True,
        )
    faults = []
    people = for_people(as_json=as_json)
    for line in _lines(listed, words, every=every, check=check):
        faults += [str(line["error"])] if "error" in line else []
        click.echo(_as_text(line) if people else shown_json(msgspec.json.encode(line).decode()))
    if faults:
        raise UsageFault(faults[0] + and_more(len(faults) - 1, "word"))


def _as_text(line: Mapping[str, Any]) -> str:
    """Return one answer of `lexicon-table words`, such as the flags of a word, as text for a person."""
    if "error" in line:
        return f"{line['error']}."
    if "unknown_words" in line:
        counts = {"words": line["words"], **line["flags"], "not in the default list": line["unknown"]}
        return "\n".join(f"{number:>8,}  {name}" for name, number in counts.items())
    if "text" not in line:
        return f"{line['word']:<16}{line['tier'] or '':>3}  {', '.join(line['flags'])}".rstrip()
    width, indent = shutil.get_terminal_size().columns, " " * 16
    notes = "\n".join(
        textwrap.fill(note, width, initial_indent=indent, subsequent_indent=indent)
        for note in (line["text"], *line.get("glosses", ()))
    )
    return f"{line['word']:<15} {notes.lstrip()}"


def _lines(
    listed: WordList, queries: tuple[str, ...], *, every: bool, check: bool
) -> Iterator[dict[str, object]]:
    if check:
        yield _summary(listed)
    yield from _all_words(listed) if every else (_looked_up(listed, word) for word in queries)


def _change_choice(folder: Path, change: _Change) -> WordChoice:
    """Change the table's choice of words, store it, and return it."""
    before = word_choice.choice(folder)
    after = word_choice.without_words(word_choice.with_words(before, change.add), change.remove)
    chosen = {"tier": change.tier, "region": change.region}
    after = msgspec.structs.replace(after, **{key: value for key, value in chosen.items() if value})
    if change.without:
        unwanted = tuple(name for name in dict.fromkeys(change.without) if name != "nothing")
        after = msgspec.structs.replace(after, without=unwanted)
    if after != before:
        word_choice.choose(folder, after)
        click.echo(f"{files.terminal_line(folder / word_choice.FILE)}: written", err=True)
    return after


def _plain(word: str) -> str:
    """Return `word` in the letters of the list: upper case, without accents (NAÏVE is NAIVE)."""
    parts = unicodedata.normalize("NFKD", word)
    return "".join(part for part in parts if not unicodedata.combining(part)).upper()


def _summary(words: WordList) -> dict[str, object]:
    """Return facts about a word list for a line of JSON: the number of its words, by flag and by
    length, and its words that the default list lacks."""
    default = load()
    unknown = [word for word in words if word not in default]
    flags = Counter(name for word in words for name in _flags(words, word))
    lengths = Counter(map(len, words))
    return {
        "words": len(words),
        "flags": dict(sorted(flags.items())),
        "lengths": {str(length): number for length, number in sorted(lengths.items())},
        "unknown": len(unknown),
        "unknown_words": unknown,
    }


def _all_words(words: WordList) -> Iterator[dict[str, object]]:
    for word in words:
        yield {"word": word, "listed": True, "flags": _flags(words, word), "tier": _tier(words, word)}


def _looked_up(words: WordList, given: str) -> dict[str, object]:
    """Return the facts that the command prints about one word."""
    word = _plain(given)
    if not (word.isascii() and word.isalpha() and len(word) <= MAX_LINE_LETTERS):
        shown = given[:MAX_LINE_LETTERS].encode("utf-8", "replace").decode()
        return {"word": shown, "error": f"{shown!r} is not a word of 1 to {MAX_LINE_LETTERS} letters A-Z"}
    word_facts = facts(words, word)
    if word_facts.refusal is None:
        meanings = glosses(word)
        return {
            "word": word,
            "listed": True,
            "flags": _flags(words, word),
            "tier": word_facts.tier,
            "listed_as": word_facts.listed_as,
            "why_not": None,
            "text": say_word(word_facts),
            **({"plural_of": word_facts.plural_of or None} if word_facts.plural_of is not None else {}),
            "gloss": "; ".join(meanings) or None,
            "glosses": meanings,
        }
    return {
        "word": word,
        "listed": False,
        "flags": [] if word_facts.refusal is WordRefusal.NOT_LISTED else [word_facts.refusal.name.lower()],
        "why_not": word_facts.refusal.value,
        "text": say_word(word_facts),
        "nearest": word_facts.nearest,
    }


def _flags(words: WordList, word: str) -> list[str]:
    """Return the names of the flags that `word` has in the word list, such as its region. The region is
    left out if the word is spelt like this everywhere."""
    entry = words.entry(word)
    flags = entry.flags if entry else Flag(0)
    shown = flags & ~ALL_REGIONS if flags & ALL_REGIONS == ALL_REGIONS else flags
    return [name for name, flag in FLAGS.items() if flag & shown]


def _tier(words: WordList, word: str) -> int | None:
    entry = words.entry(word)
    return entry.tier if entry else None
