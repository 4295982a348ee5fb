"""The one kind of error a person is meant to read."""

from engine.tongue import Sentence


class UsageFault(Exception):  # noqa: N818 - it is a fault of the input, named as people speak of it
    """Bad input, bad settings or missing hardware: one line that says what and where.

    The command line prints the message to standard error and exits with status 2; nothing else
    catches it. The message never holds a line break. `sentence` says the same, for who reads another
    language.
    """

    def __init__(self, message: str | Sentence) -> None:
        super().__init__(" ".join(str(message).split()))
        self.sentence = message if isinstance(message, Sentence) else Sentence(str(self))
