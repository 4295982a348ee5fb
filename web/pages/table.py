"""Show the scoreboard: the page, its live stream, and the camera's picture."""

from functools import partial
from hashlib import blake2b
from typing import Final

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web import stream
from web.address_limits import StreamConnection
from web.languages import spoken
from web.languages import translate as _
from web.responses import html, page_context, uncached
from web.snapshot import encode

pages = Blueprint("table", __name__)

MAX_BROWSER_NAME_LENGTH: Final = 40
"""Maximum number of characters of a browser's name (the header `X-Browser`). All windows of one browser send
the same name and share a limit of streams."""


@pages.get("/")
def page() -> AnyResponse:
    """Show the complete page, which also works without JavaScript. Redirect to the set-up if no match is
    set up (303)."""
    published = page_context().hub.latest()
    if page_context().services.set_up is not None and not published.snapshot.players:
        return redirect("/setup", 303)
    language = spoken()
    return html(
        "page.html",
        s=published.in_language(language),
        regions=page_context().renderer.regions(published, language),
    )


@pages.get("/events")
def events() -> Response:
    """Send the live stream. If the limit of streams for all phones, for this address or for this browser
    is reached, end the stream after the first update. The page then asks again from time to time."""
    here = page_context()
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    who = StreamConnection(
        request.remote_addr or "", request.headers.get("X-Browser", "")[:MAX_BROWSER_NAME_LENGTH], gone
    )
    if here.stream_limit.enter(who):
        lasting = stream.frames(here.hub, here.renderer, spoken())
        response = Response(lasting, mimetype="text/event-stream")
        response.call_on_close(partial(here.stream_limit.leave, who))
    else:
        response = all_regions()
    response.headers["X-Accel-Buffering"] = "no"  # a proxy that fills blocks first would hold all data back
    return uncached(response)


@pages.get("/regions", endpoint="regions")
def all_regions() -> Response:
    """Answer with the update with which `/events` begins, and end. A page without an event stream polls
    this."""
    here = page_context()
    update = stream.frame(here.hub, here.renderer, spoken())
    return uncached(Response(update, mimetype="text/event-stream"))


@pages.get("/api/state")
def state() -> Response:
    """Answer with the latest snapshot as JSON."""
    published = page_context().hub.latest()
    response = Response(encode(published.snapshot), mimetype="application/json")
    response.set_etag(str(published.version))
    return uncached(response)


@pages.get("/table.jpg")
def picture() -> AnyResponse:
    """Answer with the camera's picture number `id`, or the newest one; 404 if it is no longer stored."""
    jpeg = page_context().hub.jpeg(request.args.get("id", type=int))
    if jpeg is None:
        abort(404, _("No such picture."))
    return _jpeg(jpeg)


@pages.get("/cards/<name>.jpg")
def cutout(name: str) -> AnyResponse:
    """Answer with the picture of the cards that a question is about; 404 if the picture is no longer
    stored."""
    jpeg = page_context().hub.cutout(name)
    if jpeg is None:
        abort(404, _("No such picture."))
    return _jpeg(jpeg)


def _jpeg(jpeg: bytes) -> AnyResponse:
    response = Response(jpeg, mimetype="image/jpeg")
    response.set_etag(blake2b(jpeg, digest_size=12).hexdigest())
    response.cache_control.no_cache = True
    return response.make_conditional(request)
