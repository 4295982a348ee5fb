"""Pack a word list into one small file, and unpack it.

The file is `MAGIC` followed by an LZMA stream of text with six sections, separated by blank lines:

1. the kinds of words, one `tier flags` a line
2. the words in alphabetical order, one a line
3. the number of each word's kind, one character a word, counted from `_FIRST_KIND_CODE`
4. the words refused as proper nouns
5. the words refused as abbreviations
6. the offensive words

In the last three sections each word has a space before and after it.
"""

import lzma
from collections.abc import Iterable, Mapping
from typing import Final

from engine.words.kinds import Contents, Flag, Kind

MAGIC: Final = b"lexicon-table words 2\n"
_FIRST_KIND_CODE: Final = 0x30
_FILTERS: Final = [
    {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0, "dict_size": 1 << 21}
]
"""Settings of LZMA, which compresses the word list. Its dictionary has room for the whole text, so a larger
one would only need more memory for unpacking."""


def pack(contents: Contents) -> bytes:
    """Return the contents of a word list as the bytes of a compressed file, which `unpack` reads."""
    return MAGIC + lzma.compress(text_of(contents).encode(), filters=_FILTERS)


def unpack(data: bytes) -> Contents:
    """Return the contents of a file made by `pack`. Raise ValueError if `data` is not such a file or is
    damaged."""
    if not data.startswith(MAGIC):
        raise ValueError("not a packed word list")
    try:
        return _contents(lzma.decompress(data[len(MAGIC) :]))
    except (lzma.LZMAError, UnicodeDecodeError, IndexError) as error:
        raise ValueError(f"a damaged word list: {error}") from error


def text_of(contents: Contents) -> str:
    """Return `contents` as the text that `pack` compresses: six sections, separated by blank lines.

    Two builds of the same list give the same text, whatever the version of the compressor.
    """
    kinds = sorted(set(contents.words.values()), key=lambda kind: (kind.tier, kind.flags))
    codes = {kind: chr(_FIRST_KIND_CODE + number) for number, kind in enumerate(kinds)}
    sections = (
        "\n".join(f"{kind.tier} {int(kind.flags)}" for kind in kinds),
        "\n".join(contents.words),
        "".join(codes[kind] for kind in contents.words.values()),
        contents.proper,
        contents.abbreviations,
        contents.offensive,
    )
    return "\n\n".join(sections)


def spaced_text(words: Iterable[str]) -> str:
    """Return words in alphabetical order as one text, with a space before and after each: the form in which
    `Contents` holds refused words."""
    listed = sorted(set(words))
    return f" {' '.join(listed)} " if listed else ""


def _contents(data: bytes) -> Contents:
    kinds, words, codes, *refused = (section.decode() for section in data.split(b"\n\n"))
    if len(refused) != 3:
        raise ValueError(f"a damaged word list: {len(refused) + 3} sections")
    proper, abbreviations, offensive = refused
    return Contents(_words(kinds.split("\n"), words.split("\n"), codes), proper, abbreviations, offensive)


def _words(kinds: list[str], words: list[str], codes: str) -> Mapping[str, Kind]:
    if len(words) != len(codes):
        raise ValueError(f"a damaged word list: {len(words)} words but {len(codes)} kinds")
    table = {chr(_FIRST_KIND_CODE + number): _kind(line) for number, line in enumerate(kinds)}
    return dict(zip(words, map(table.__getitem__, codes), strict=True))


def _kind(line: str) -> Kind:
    tier, flags = line.split()
    return Kind(int(tier), Flag(int(flags)))
