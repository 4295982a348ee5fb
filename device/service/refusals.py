"""Tell the person on a phone why the table's files can't do what they asked for."""

from collections.abc import Iterator
from contextlib import contextmanager

from device.errors import UsageFault
from web.languages import translate as _
from web.page_services import RefusedError


@contextmanager
def refusing() -> Iterator[None]:
    """Tell a UsageFault in the language of the person who asks, by its sentence. Raise RefusedError."""
    try:
        yield
    except UsageFault as fault:
        raise RefusedError(fault.sentence.in_language(_)) from fault
