"""Load word lists: the committed list, its named parts, and a club's own text file."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial, reduce
from operator import or_
from pathlib import Path
from types import MappingProxyType
from typing import Final

from device.errors import UsageFault, not_utf8, unreadable_file
from engine.i18n import Sentence
from engine.words import ALL_REGIONS, Flag, WordList

FILE: Final = Path(__file__).parent / "data" / "words.bin"
DEFAULT: Final = "default"
_MAX_SCOWL_SIZE: Final = 95
"""The SCOWL size of the rarest words in the list. A limit of this size leaves out no word."""
_COMMENT: Final = "#"
_MAX_FILE_BYTES: Final = 16_000_000
_CUTS: Final[Mapping[str, Callable[[WordList], WordList]]] = MappingProxyType(
    {
        DEFAULT: lambda words: words,
        "american": partial(WordList.restricted, regions=Flag.US),
        "british": partial(WordList.restricted, regions=Flag.GB),
        "everyday": partial(WordList.restricted, max_tier=50),
        "polite": partial(WordList.restricted, without=Flag.SLANG | Flag.OFFENSIVE),
    }
)
EXCLUDED_FLAGS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({"polite": ("slang", "offensive")})
"""The flags of the words that a named part of the list leaves out, by the name of the part. They
are needed because a table may make further words offensive, which must be left out too."""
FLAGS: Final[Mapping[str, Flag]] = MappingProxyType(
    {str(flag.name).lower().replace("_", "-"): flag for flag in Flag}
)
"""The flags by the names that people see: PLURAL_ONLY as "plural-only"."""
WORD_LIST_NAMES: Final = tuple(_CUTS)
"""The names that `load` knows: the whole list, American or British spellings, everyday words, the list
without offensive words."""


def load(name_or_path: str | Path = DEFAULT) -> WordList:
    """Return the word list with a known name, or the list in a text file. Raise UsageFault, which
    names the fault and its place, if the file is wrong.

    A text file holds words in any case, separated by spaces or line ends. `#` begins a comment. Words of
    the default list keep their flags, so that a plural stays a plural.
    """
    if str(name_or_path) in WORD_LIST_NAMES:
        return _load_named(str(name_or_path))
    path = Path(name_or_path)
    if not path.exists():
        known = ", ".join(WORD_LIST_NAMES)
        for_page = Sentence("{file} is missing.", (("file", path.name),))
        raise UsageFault(f"word list {str(name_or_path)!r}: neither a file nor one of {known}", for_page)
    return WordList.of(_words(path), like=_load_named(DEFAULT))


# Each match of an evening begins with the same list.
@lru_cache(maxsize=2)
def restricted_by_choice(
    words: WordList, *, tier: int, region: str, without: tuple[str, ...], house: tuple[str, ...]
) -> WordList:
    """Return `words` restricted by a table's choice (`device.records.word_choice`).

    Keep the words up to the SCOWL size `tier` in the spelling of `region` (`any`, `us` or `gb`). Leave out
    the words with a flag in `without`. Always add the household's own words, `house`.
    """
    regions = ALL_REGIONS if region == "any" else FLAGS[region]
    unwanted = reduce(or_, (FLAGS[name] for name in without), Flag(0))
    everything = regions == ALL_REGIONS and tier >= _MAX_SCOWL_SIZE and not unwanted
    cut = words if everything else words.restricted(regions=regions, max_tier=tier, without=unwanted)
    return cut.including(house) if house else cut


@cache
def _load_named(name: str) -> WordList:
    if name != DEFAULT:
        return _CUTS[name](_load_named(DEFAULT))
    try:
        return WordList.from_bytes(FILE.read_bytes())
    except (OSError, ValueError) as error:
        for_page = Sentence("The table's own word list is damaged. Install the program again.")
        raise UsageFault(f"the word list {FILE} cannot be read: {error}", for_page) from None


def _words(path: Path) -> list[str]:
    """Return the words of a club's file, checked one by one so that a bad word is reported with its line."""
    words = [_checked_word(word, path, number) for number, word in _numbered(_text(path))]
    if not words:
        raise UsageFault(
            f"{path}: no words in it", Sentence("{file} holds no words.", (("file", path.name),))
        )
    return words


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:  # a device or pipe has no size, and may be endless
            content = file.read(_MAX_FILE_BYTES + 1)
        if len(content) > _MAX_FILE_BYTES:
            for_page = Sentence("{file} is larger than a word list can be.", (("file", path.name),))
            most = f"{_MAX_FILE_BYTES // 1_000_000} MB"
            raise UsageFault(f"{path}: larger than a word list can be ({most})", for_page)
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise not_utf8(path, line) from None
    except OSError as error:
        raise unreadable_file(path, error) from None


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """Yield each word with the number of its line, counted from 1."""
    for number, line in enumerate(text.splitlines(), 1):
        yield from ((number, word) for word in line.partition(_COMMENT)[0].split())


def _checked_word(word: str, path: Path, line: int) -> str:
    if not (word.isascii() and word.isalpha()):
        raise _no_word(path, line, f"{word!r} is not a word of the letters A-Z")
    if len(word) < 2:
        raise _no_word(path, line, f"{word!r} has one letter; words have two or more")
    return word.upper()


def _no_word(path: Path, line: int, why: str) -> UsageFault:
    for_page = Sentence(
        "Line {line} of {file} holds more than words of two or more letters from A to Z.",
        (("line", line), ("file", path.name)),
    )
    return UsageFault(f"{path}, line {line}: {why}", for_page)
