"""Photographs that phones send, looked at one after the other."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from flask import request

from web.languages import translate as _
from web.services.refusal import RefusedError

QUEUE_TIMEOUT_SECONDS: Final = 60
"""Seconds that a phone waits for the uploads before it."""

_ONE: Final = threading.Lock()
"""Lock held while a photograph is in memory: waiting ones lie on the disk."""


@contextmanager
def photograph() -> Iterator[bytes | None]:
    """Give the request's `photo`, a picture file, while it is looked at; None where none came. Raise
    RefusedError when many others come before it.
    """
    if not _ONE.acquire(timeout=QUEUE_TIMEOUT_SECONDS):
        raise RefusedError(_("Other photographs come before yours. Try again in a minute."))
    try:
        photo = request.files.get("photo")
        yield None if photo is None else photo.read()
    finally:
        _ONE.release()
