"""Compress answers, because phones on a slow network wait for every kilobyte."""

import gzip
from typing import Final

from flask import Flask, Response, request

MIN_COMPRESSED_BYTES: Final = 1024
"""Minimum number of bytes of an answer that is compressed. A smaller answer fits into one packet anyway."""
COMPRESSIBLE_TYPES: Final = frozenset(
    {
        *("text/html", "text/css", "text/javascript", "image/svg+xml"),
        *("application/json", "application/manifest+json"),
    }
)
"""Content types of answers that are compressed. Pictures and fonts are compressed already. Event streams are
left out, because compression would hold an event back until a block is full."""
ZLIB_LEVEL: Final = 6
"""zlib's compression level, its own default. Level 9 takes twice as long and saves one per cent."""


def install(app: Flask) -> None:
    """Compress the answers of `app` for clients that accept compression. Compress each file only once,
    because files do not change while `app` runs."""
    files: dict[str, bytes] = {}

    @app.after_request
    def compress(response: Response) -> Response:
        if not _is_compressible(response):
            return _in_memory(response) if request.endpoint == "static" else response
        response.vary.add("Accept-Encoding")
        if request.accept_encodings.quality("gzip") <= 0 or "Range" in request.headers:
            return _in_memory(response) if request.endpoint == "static" else response
        small = files.get(request.path) if request.endpoint == "static" else None
        if small is None:
            small = gzip.compress(_in_memory(response).get_data(), ZLIB_LEVEL, mtime=0)
        if request.endpoint == "static":
            files[request.path] = small
        return _as_gzip(response, small)


def _is_compressible(response: Response) -> bool:
    length = response.content_length
    known = response.status_code == 200 and "Content-Encoding" not in response.headers
    return (
        known
        and response.mimetype in COMPRESSIBLE_TYPES
        and length is not None
        and length >= MIN_COMPRESSED_BYTES
    )


def _in_memory(response: Response) -> Response:
    """Return the response with the content of its file in memory, and close the file. A file that is still
    being sent would stay open if the phone disconnects."""
    close = getattr(response.response, "close", None)
    response.direct_passthrough = False
    body = response.get_data()
    if close is not None:
        close()
    response.set_data(body)
    return response


def _as_gzip(response: Response, small: bytes) -> Response:
    if close := getattr(response.response, "close", None):
        close()  # the file itself is not sent
    response.set_data(small)
    response.headers["Content-Encoding"] = "gzip"
    etag, weak = response.get_etag()
    if etag:
        response.set_etag(f"{etag}-gzip", bool(weak))
    return response
