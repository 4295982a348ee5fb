"""Show file names safely in a terminal, and write files so that they are complete or unchanged."""

import os
import re
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

_CONTROL_CHARACTERS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Characters that would move a terminal's cursor, ring its bell or reverse its text."""
_SURROGATES: Final = re.compile("[\ud800-\udfff]")
"""Characters with which Python replaces bytes of a file name that are not UTF-8."""


def as_text(name: object) -> str:
    """Return a file name or a message as UTF-8. A byte outside UTF-8 becomes U+FFFD."""
    return _SURROGATES.sub("\ufffd", str(name))


def terminal_line(name: object) -> str:
    """Return the text for a terminal in one line, with control characters written as `\\x1b`."""
    return _CONTROL_CHARACTERS.sub(_written_out, as_text(name))


def shown_json(text: str) -> str:
    r"""Return JSON that a terminal can show: the same data, with control characters as `\u001b`."""
    return _CONTROL_CHARACTERS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _written_out(character_match: re.Match[str]) -> str:
    return character_match[0].encode("unicode_escape").decode()


def write(path: Path, content: bytes) -> None:
    """Write `content` to `path`. When the function returns, the content is on the disk.

    Raise OSError if that fails; the old content is unchanged then, and no other file is left. A link is
    followed, and a file keeps its mode. A pipe or a device is written directly, because it has no old
    content.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    target = Path(os.path.realpath(path))
    mode = _mode(target)
    # In the same folder, so that it can be renamed. With a short name, since the target's may be the longest.
    beside = target.with_name(f".{os.getpid()}.new")
    try:
        with beside.open("wb") as file:
            if mode is not None:
                with suppress(OSError):  # the disk may have no modes
                    os.fchmod(file.fileno(), mode)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def _mode(target: Path) -> int | None:
    """Return the permissions of a file that is to be replaced; None if it does not exist. Raise
    OSError if this user may not write to the file: renaming another file over it would not check
    this."""
    if not target.exists():
        return None
    with target.open("r+b") as file:
        return stat.S_IMODE(os.fstat(file.fileno()).st_mode)
