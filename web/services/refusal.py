"""The error with which a service refuses a request."""


class RefusedError(ValueError):
    """Report that the table refuses a request or can't fulfil it. The message is one sentence for the person
    who asked. `field` is the name of the form's wrong field; empty if no single field is wrong."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field
