"""Turn a fault of the table's files into a refusal for the person on a phone."""

from collections.abc import Iterator
from contextlib import contextmanager

from device.errors import UsageFault
from web.languages import translate as _
from web.services.refusal import RefusedError


@contextmanager
def refuse_usage_faults() -> Iterator[None]:
    """Turn a UsageFault raised in the context into a RefusedError with the same sentence in the person's
    language."""
    try:
        yield
    except UsageFault as fault:
        raise RefusedError(fault.sentence.in_language(_)) from fault
