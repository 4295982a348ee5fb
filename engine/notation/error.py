"""The error raised for text that is not in the notation."""


class NotationError(ValueError):
    """An error for text that is not in the notation; the message says what is wrong and where, in one
    line."""
