"""Common parts of all pages: the hub, the way to the match's thread, and the formats of an answer."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

import msgspec
from flask import Response, current_app, redirect, render_template, request
from markupsafe import escape
from werkzeug.wrappers import Response as AnyResponse

from web import regions
from web.access.gate import Gate
from web.address_limits import StreamLimit
from web.page_services import PageServices
from web.requests import PhoneRequest
from web.snapshot_hub import SnapshotHub

MAX_WAIT_SECONDS: Final = 1.5
"""Maximum number of seconds that the answer to a request waits for the request's effect. After this time the
page is shown without the effect."""

Submit = Callable[[PhoneRequest], None]
"""A function that hands a request to the match's thread. It may raise `queue.Full` if too many requests are
waiting."""


@dataclass(frozen=True, slots=True)
class PageContext:
    """The values that all pages of the application use, such as the hub, the gate and the services."""

    hub: SnapshotHub
    submit: Submit
    """The function that hands a request to the match's thread."""
    gate: Gate
    """The gate, which decides what a phone may do."""
    address: Callable[[], str | None]
    """The function that returns the table's present address on the network for phones, or None if the table
    has none."""
    renderer: regions.Renderer
    stream_limit: StreamLimit
    """The limit on the number of open event streams."""
    services: PageServices = PageServices()  # noqa: RUF009 - a frozen value
    """The services that the pages ask, such as set-up and enrolment."""
    wifi: Callable[[], str | None] = lambda: None
    """The function that returns the code by which a phone joins the table's own Wi-Fi; None while there is
    no such Wi-Fi."""

    @property
    def threads(self) -> int:
        """The maximum number of threads for event streams, one for each stream."""
        return self.stream_limit.max_streams

    def end_streams(self) -> None:
        """End the live streams of all phones, because the server closes."""
        self.hub.close()


def page_context() -> PageContext:
    """Return the context of the application that handles the present request."""
    return cast(PageContext, current_app.extensions["page_context"])


def html(template: str, **values: object) -> Response:
    """Answer with a complete HTML page."""
    return uncached(Response(render_template(template, **values), mimetype="text/html"))


def wait_until(done: Callable[[], bool]) -> bool:
    """Wait until `done` returns True, but at most `MAX_WAIT_SECONDS`, and not after the hub closes. Return
    the last result of `done`."""
    hub, until = page_context().hub, time.monotonic() + current_app.config.get("HEARING", MAX_WAIT_SECONDS)
    version = hub.latest().version
    while not done() and time.monotonic() < until and not hub.closed:
        published = hub.wait(version, max(0.01, until - time.monotonic()))
        version = published.version if published else version
    return done()


def json(value: object, status: int = 200) -> Response:
    """Answer with `value` as JSON."""
    return uncached(Response(msgspec.json.encode(value), status, mimetype="application/json"))


def problem(status: int, message: str, detail: str | None = None) -> Response:
    """Refuse a request. People get the sentence `message` as a page; the page's own script gets it as a
    line. Programs get `detail` as JSON, or `message` if there is no `detail`."""
    if is_from_script():
        return uncached(Response(escape(message), status, mimetype="text/html"))
    if wants_page():
        page = html("problem.html", message=message)
        page.status_code = status
        return page
    return json({"error": message if detail is None else detail}, status)


def accepted(message: str, back: str = "/") -> AnyResponse:
    """Answer that the table has accepted a request. The page's script gets the line `message`. A browser
    without scripts is redirected to the page `back`. A program gets JSON (202)."""
    if is_from_script():
        return uncached(Response(escape(message), 202, mimetype="text/html"))
    return redirect(back, 303) if wants_page() else json({"accepted": True}, 202)


def is_from_script() -> bool:
    """Return True if the page's own script sent the request."""
    return request.headers.get("HX-Request") == "true"


def wants_page() -> bool:
    """Return True if a browser asks for a page. Programs ask for JSON, or name no content type."""
    return not request.is_json and request.accept_mimetypes.best_match(["application/json", "text/html"]) == (
        "text/html"
    )


def uncached(response: Response) -> Response:
    """Mark an answer that no cache may store."""
    response.headers["Cache-Control"] = "no-store"
    return response
