"""The one kind of error a person is meant to read."""

import errno

from engine.tongue import Sentence


class UsageFault(Exception):  # noqa: N818 - it is a fault of the input, named as people speak of it
    """Bad input, bad settings or missing hardware: one line that says what and where.

    The command line prints the message to standard error and exits with status 2; nothing else
    catches it. The message never holds a line break. `sentence` says the same, for who reads another
    language: the message itself where it is one, else `told`, which names no file to people on phones.
    """

    def __init__(self, message: str | Sentence, told: Sentence | None = None) -> None:
        super().__init__(" ".join(str(message).split()))
        self.sentence = told or (message if isinstance(message, Sentence) else Sentence(str(self)))


def and_more(number: int, what: str) -> str:
    """What ends a line that tells of the first fault only: how many more `what` there are."""
    return f" (and {number} {what}{'' if number == 1 else 's'} more)" if number else ""


def of_the_disk(path: object, fault: OSError) -> UsageFault:
    """What the disk refuses at `path`: with the place and the system's word on the command line, and what to
    do about it on a phone."""
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        told = Sentence("The table's disk is full. Delete files that nobody needs from it.")
    else:
        told = Sentence(
            "The table's disk doesn't work. Start the table's computer again. If that doesn't help, replace "
            "the memory card."
        )
    return UsageFault(f"{path}: {fault.strerror or fault}", told)
