"""What is raised at text that is not in the notation."""


class NotationError(ValueError):
    """Text that is not in the notation; the message says what and where in one line."""
