"""Read the photographs that phones send, one at a time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from flask import request

from web.languages import translate as _
from web.services.refusal import RefusedError

QUEUE_TIMEOUT_SECONDS: Final = 60
"""Maximum number of seconds that a phone waits for earlier uploads."""

_READING: Final = threading.Lock()
"""The lock that lets one thread at a time hold a photograph in memory. Other uploaded photographs wait for it
on the disk."""


@contextmanager
def photograph() -> Iterator[bytes | None]:
    """Yield the bytes of the picture file `photo` in the request; None if the request has no such file.
    Other uploads wait until the caller is done. Raise RefusedError if earlier uploads take too long."""
    if not _READING.acquire(timeout=QUEUE_TIMEOUT_SECONDS):
        raise RefusedError(_("Other photographs come before yours. Try again in a minute."))
    try:
        photo = request.files.get("photo")
        yield None if photo is None else photo.read()
    finally:
        _READING.release()
