"""Answer data that the server can't read as a request: a request whose headers are too large, or data that is
not HTTP.

Browsers can send too large headers: a cookie belongs to every port of a host, so a browser also sends the
cookies of other programs on the machine. Without this answer the page would fail to open and give no reason.
"""

import re
from collections.abc import Callable
from typing import Final

from flask import Flask

from web import languages, responses
from web.access import guard, phone_language
from web.languages import translate as _

HEAD_TOO_LARGE: Final = 431
_ACCEPT_HEADERS: Final = re.compile(
    rb"^(accept|accept-language):[ \t]*([^\r\n]{1,200})", re.IGNORECASE | re.MULTILINE
)


def unreadable_answer(app: Flask) -> Callable[[int, bytes], tuple[list[tuple[str, str]], bytes]]:
    """Return the function that answers data that is no HTTP request. It takes an HTTP status and the first
    bytes of the data. It returns the headers and the body: a page of `app` in the browser's language, or JSON
    for a program."""

    def answer(status: int, beginning: bytes) -> tuple[list[tuple[str, str]], bytes]:
        headers = {
            name.decode(): value.decode("latin-1") for name, value in _ACCEPT_HEADERS.findall(beginning)
        }
        with (
            app.test_request_context(headers=headers),
            languages.speaking(phone_language.requested_language()),
        ):
            why = _why(status)
            response = (
                guard.plain_page("unread.html", why=why)
                if responses.wants_page()
                else responses.json({"error": why})
            )
            for name, value in guard.HEADERS.items():
                response.headers.setdefault(name, value)
        del response.headers["Content-Length"]  # the server sets the length
        return list(response.headers), response.get_data()

    return answer


def _why(status: int) -> str:
    if status == HEAD_TOO_LARGE:
        return _(
            "Your browser sends more with a request than the table takes. Delete the cookies of this address "
            "in the browser's settings, then open the page again."
        )
    return _("The table didn't understand that. Open the page again.")
