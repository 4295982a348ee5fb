"""Define the only kind of error that a person reads."""

import errno
import re
from dataclasses import replace
from pathlib import Path
from typing import Final

from engine.i18n import Sentence


class UsageFault(Exception):  # noqa: N818 - it is a fault of the input, named as people speak of it
    """Report bad input, bad settings or missing hardware, in one line that names the fault and its place.

    The command line prints the message to standard error and exits with status 2. The message has no line
    break. `sentence` is the text for a page, in the reader's language: the message itself if it is a
    sentence, else `for_page`. A page names a file without its folders, and quotes none of its content.
    """

    def __init__(self, message: str | Sentence, for_page: Sentence | None = None) -> None:
        super().__init__(" ".join(str(message).split()))
        self.sentence = for_page or (
            message if isinstance(message, Sentence) else Sentence(without_folders(str(self)))
        )


_QUOTED: Final = re.compile(r"""(['"])(?:~|\.{1,2})?/(?:[^'"]*/)?([^'"/]+)\1""")
_PATH: Final = re.compile(r"""(?<![\w.:/~'"-])(?:~|\.{1,2})?/(?:[^\s/'":,;]+/)*([^\s/'":,;]+)""")


def without_folders(text: str) -> str:
    """Return a driver's or the system's message with file names without their folders. Network addresses
    stay unchanged."""
    return _PATH.sub(r"\1", _QUOTED.sub(r"\1\2\1", text))


def and_more(number: int, what: str) -> str:
    """Return " (and 3 words more)" for `number` further faults of the kind `what`, or an empty text for 0. It
    ends a line that names only the first of several faults."""
    return f" (and {number} {what}{'' if number == 1 else 's'} more)" if number else ""


def disk_fault(path: object, fault: OSError) -> UsageFault:
    """Return the fault for a disk error at `path`. Its message for the command line names the path and
    the system's reason. Its sentence for phones says what to do."""
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        for_page = Sentence("The table's disk is full. Delete files that nobody needs from it.")
    else:
        for_page = Sentence(
            "The table's disk doesn't work. Start the table's computer again. If that doesn't help, replace "
            "the memory card."
        )
    return UsageFault(f"{path}: {fault.strerror or fault}", for_page)


def unreadable_file(path: Path, fault: OSError) -> UsageFault:
    """Return the fault for a person's file that cannot be read."""
    missing = isinstance(fault, FileNotFoundError)
    for_page = Sentence("{file} is missing.") if missing else Sentence("{file} can't be read.")
    return UsageFault(f"{path}: {fault.strerror or fault}", replace(for_page, facts=(("file", path.name),)))


def not_utf8(path: Path, line: int | None = None) -> UsageFault:
    """Return the fault for a person's file that is not UTF-8 text, with the wrong line if known."""
    at = "" if line is None else f", line {line}"
    for_page = Sentence("{file} is not a text in UTF-8.", (("file", path.name),))
    return UsageFault(f"{path}{at}: not UTF-8 text", for_page)
