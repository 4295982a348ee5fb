"""Answer data that can't be read as a request: a head that is too large, or none at all.

Browsers, too, send heads that are too large. Cookies know no ports, so other programs on the machine may have
left some. Without this answer the page would stay shut without a reason.
"""

import re
from collections.abc import Callable
from typing import Final

from flask import Flask

from web import languages, responses
from web.access import guard, phone_language
from web.languages import translate as _

TOO_LARGE: Final = 431
_SAYS: Final = re.compile(rb"^(accept|accept-language):[ \t]*([^\r\n]{1,200})", re.IGNORECASE | re.MULTILINE)


def unread(app: Flask) -> Callable[[int, bytes], tuple[list[tuple[str, str]], bytes]]:
    """Return the function that answers a request which begins with some bytes: headers and body of `app`'s
    answer, by its status; a page in the browser's language, or a line of JSON for programs.
    """

    def answer(status: int, beginning: bytes) -> tuple[list[tuple[str, str]], bytes]:
        said = {name.decode(): value.decode("latin-1") for name, value in _SAYS.findall(beginning)}
        with app.test_request_context(headers=said), languages.speaking(phone_language.chosen()):
            why = _why(status)
            response = (
                guard.plainly("unread.html", why=why)
                if responses.for_people()
                else responses.json({"error": why})
            )
            for name, value in guard.HEADERS.items():
                response.headers.setdefault(name, value)
        del response.headers["Content-Length"]  # the server counts
        return list(response.headers), response.get_data()

    return answer


def _why(status: int) -> str:
    if status == TOO_LARGE:
        return _(
            "Your browser sends more with a request than the table takes. Delete the cookies of this address "
            "in the browser's settings, then open the page again."
        )
    return _("The table didn't understand that. Open the page again.")
