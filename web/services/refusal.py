"""The refusal of a service: one sentence for the person who asked."""


class RefusedError(ValueError):
    """Report that the table refuses a request or can't fulfil it. The message is for the person who asked.
    `field` is the wrong field of the form, empty for none."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field
