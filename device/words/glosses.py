"""What words mean, read from disk when somebody asks: the challenge screen and the `words` command.

The file is `MAGIC`, one line of JSON, and blocks, each an LZMA stream of a thousand words in alphabetical
order, `WORD<tab>gloss<tab>gloss` a line. The JSON tells each block's first word and length in bytes:
[["AA", 4711], ...]. One block is read for one word; only the table of blocks stays in memory.
"""

import json
import lzma
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).parent / "data" / "glosses.bin"
MAGIC: Final = b"lexicon-table glosses 1\n"
_BLOCK: Final = 1024
_FILTERS: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 19}]


@dataclass(frozen=True, slots=True)
class Glosses:
    """The table of blocks of a file: the first word of each, and where it lies, in bytes from the start."""

    path: Path
    firsts: tuple[str, ...]
    starts: tuple[int, ...]

    def of(self, word: str) -> tuple[str, ...]:
        """One or two glosses of `word` (upper case), or none. OSError when the file is gone."""
        block = bisect_right(self.firsts, word) - 1
        if block < 0:
            return ()
        with self.path.open("rb") as file:
            file.seek(self.starts[block])
            text = lzma.decompress(file.read(self.starts[block + 1] - self.starts[block])).decode()
        return next((tuple(rest) for name, *rest in _rows(text) if name == word), ())


def glosses(word: str) -> tuple[str, ...]:
    """One or two meanings of a word (upper case), by way of its base: "noun, of CAT: feline mammal ..."."""
    return _committed().of(word)


def opened(path: Path) -> Glosses:
    """The glosses of a file made by `packed`; ValueError when it is something else."""
    with path.open("rb") as file:
        if file.readline() != MAGIC:
            raise ValueError(f"{path}: not a file of glosses")
        table = json.loads(file.readline())
        start = file.tell()
    return Glosses(
        path,
        tuple(first for first, _ in table),
        tuple(accumulate((length for _, length in table), initial=start)),
    )


def packed(meanings: Mapping[str, tuple[str, ...]]) -> bytes:
    """The file of `meanings`, by word in upper case."""
    words = sorted(meanings)
    blocks = [words[start : start + _BLOCK] for start in range(0, len(words), _BLOCK)]
    streams = [_stream(block, meanings) for block in blocks]
    table = [[block[0], len(stream)] for block, stream in zip(blocks, streams, strict=True)]
    return b"".join((MAGIC, json.dumps(table, separators=(",", ":")).encode(), b"\n", *streams))


@cache
def _committed() -> Glosses:
    return opened(FILE)


def _stream(words: list[str], meanings: Mapping[str, tuple[str, ...]]) -> bytes:
    text = "\n".join("\t".join((word, *meanings[word])) for word in words)
    return lzma.compress(text.encode(), filters=_FILTERS)


def _rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.split("\n")]
