"""Read meanings of words from disk, on demand for the challenge screen and the `words` command.

The file is `MAGIC`, one line of JSON, and blocks. Each block is an LZMA stream of a thousand words in
alphabetical order, `WORD<tab>gloss<tab>gloss` a line. The JSON gives each block's first word and its length
in bytes: [["AA", 4711], ...]. To look up a word, one block is read. Only the table of blocks stays in memory.
"""

import errno
import json
import lzma
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

FILE: Final = Path(__file__).parent / "data" / "glosses.bin"
MAGIC: Final = b"lexicon-table glosses 1\n"
_BLOCK_WORDS: Final = 1024
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 19}]


@dataclass(frozen=True, slots=True)
class Glosses:
    """Where the glosses are in a glosses file: the first word of each of its blocks, and the block's
    offset in bytes from the start."""

    path: Path
    firsts: tuple[str, ...]
    starts: tuple[int, ...]

    def of(self, word: str) -> tuple[str, ...]:
        """Return one or two glosses of `word` (upper case), or none. Raise OSError when the file is gone
        or damaged."""
        block = bisect_right(self.firsts, word) - 1
        if block < 0:
            return ()
        with self.path.open("rb") as file:
            file.seek(self.starts[block])
            stream = file.read(self.starts[block + 1] - self.starts[block])
        try:
            text = lzma.decompress(stream).decode()
        except (lzma.LZMAError, UnicodeDecodeError) as fault:
            raise _damaged(self.path) from fault
        return next((tuple(rest) for name, *rest in _rows(text) if name == word), ())


def glosses(word: str) -> tuple[str, ...]:
    """Return one or two meanings of `word` (upper case), or none if it has none. The meaning of an
    inflected word names its base form: CATS gives "noun, of CAT: feline mammal ..."."""
    return _committed().of(word)


def open_glosses(path: Path) -> Glosses:
    """Return the glosses in a file made by `pack_glosses`. Raise OSError if the file is missing,
    damaged or of another kind."""
    with path.open("rb") as file:
        if file.readline() != MAGIC:
            raise _damaged(path)
        try:
            table = msgspec.json.decode(file.readline(), type=list[tuple[str, Annotated[int, Meta(gt=0)]]])
        except msgspec.DecodeError as fault:
            raise _damaged(path) from fault
        firsts = tuple(first for first, _ in table)
        starts = tuple(accumulate((length for _, length in table), initial=file.tell()))
        if list(firsts) != sorted(firsts) or starts[-1] != path.stat().st_size:
            raise _damaged(path)
    return Glosses(path, firsts, starts)


def pack_glosses(meanings: Mapping[str, tuple[str, ...]]) -> bytes:
    """Return the bytes of a glosses file. `meanings` has the glosses of each word, by the word in upper
    case."""
    words = sorted(meanings)
    blocks = [words[start : start + _BLOCK_WORDS] for start in range(0, len(words), _BLOCK_WORDS)]
    streams = [_stream(block, meanings) for block in blocks]
    table = [[block[0], len(stream)] for block, stream in zip(blocks, streams, strict=True)]
    return b"".join((MAGIC, json.dumps(table, separators=(",", ":")).encode(), b"\n", *streams))


@cache
def _committed() -> Glosses:
    return open_glosses(FILE)


def _damaged(path: Path) -> OSError:
    return OSError(errno.EIO, "damaged, install the program again", str(path))


def _stream(words: list[str], meanings: Mapping[str, tuple[str, ...]]) -> bytes:
    text = "\n".join("\t".join((word, *meanings[word])) for word in words)
    return lzma.compress(text.encode(), filters=_FILTERS)


def _rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.split("\n")]
