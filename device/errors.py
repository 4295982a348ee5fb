"""The one kind of error a person is meant to read."""


class UsageFault(Exception):  # noqa: N818 - it is a fault of the input, named as people speak of it
    """Bad input, bad settings or missing hardware: one line that says what and where.

    The command line prints the message to standard error and exits with status 2; nothing else
    catches it. The message never holds a line break.
    """

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))
