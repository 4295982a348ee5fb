"""What the table's files can't do, told to the person on a phone who asked for it."""

from collections.abc import Iterator
from contextlib import contextmanager

from device.errors import UsageFault
from web.languages import translate as _
from web.ports import RefusedError


@contextmanager
def refusing() -> Iterator[None]:
    """Tell a UsageFault in the language of the person who asks, by its sentence. Raise RefusedError."""
    try:
        yield
    except UsageFault as fault:
        raise RefusedError(fault.sentence.told(_)) from fault
