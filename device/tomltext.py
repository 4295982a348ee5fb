"""Read TOML from people within limits, because a file may be made to break its parser."""

import re
import tomllib
from typing import Any, Final

from device.errors import UsageFault
from device.toml_faults import line_of, not_toml
from engine.i18n import Sentence

MAX_FILE_CHARACTERS: Final = 65_536
"""Maximum number of characters of a file. A board profile is a screenful of text, settings are three."""

MAX_KEY_PARTS: Final = 60
"""Maximum number of parts of a dotted key, such as 3 in `a.b.c`. A file with more is refused,
because parsing time grows with the square of this number."""

_UNREADABLE: Final = Sentence("The text can't be read as TOML. Compare it with the guide.")
_PART: Final = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP: Final = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MAX_KEY_PARTS}}}")


def decode(text: str, source: str) -> dict[str, Any]:
    """Return the values in the TOML text `text`. Raise UsageFault if it is no TOML or too large. The
    message names `source` and, if known, the line."""
    if len(text) > MAX_FILE_CHARACTERS:
        raise UsageFault(
            f"{source}: {len(text):,} characters; at most {MAX_FILE_CHARACTERS:,} are read", _UNREADABLE
        )
    if deep := _DEEP.search(text):
        line = text.count("\n", 0, deep.start()) + 1
        raise UsageFault(
            f"{source}: line {line}: a key of more than {MAX_KEY_PARTS} parts", _line_sentence(line)
        )
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise UsageFault(f"{source}: {not_toml(fault, text)}", _line_sentence(line_of(fault))) from fault
    except RecursionError as fault:
        raise UsageFault(f"{source}: brackets are nested too deeply", _UNREADABLE) from fault
    except ValueError as fault:  # a number of thousands of digits
        raise UsageFault(f"{source}: a number is too large", _UNREADABLE) from fault


def _line_sentence(line: int | None) -> Sentence:
    """Return a sentence for phones which says that line `line` of a text is not TOML. If `line` is
    None, the text ends too early, and the sentence names no line."""
    if line is None:
        return _UNREADABLE
    return Sentence("Line {line} of the text is not TOML. Compare it with the guide.", (("line", line),))
