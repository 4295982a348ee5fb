"""The error for a text that is not in the notation."""


class NotationError(ValueError):
    """The error for a text that is not in the notation. Its message says in one line what is wrong, and
    where."""
