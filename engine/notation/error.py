"""Define the error raised for text that is not in the notation."""


class NotationError(ValueError):
    """Raised for text that is not in the notation. The message says in one line what is wrong and where."""
