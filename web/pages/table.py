"""The scoreboard: the page, its live stream, and the camera's picture."""

from hashlib import blake2b

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web import regions, stream
from web.desk import desk, fresh, html
from web.languages import spoken
from web.languages import translate as _
from web.snapshot import encode

pages = Blueprint("table", __name__)


@pages.get("/")
def page() -> AnyResponse:
    """The page, complete as it stands: it shows the truth without JavaScript, too. A table at which no match
    is set up shows the way to one."""
    published = desk().hub.latest()
    if desk().behind.setting is not None and not published.snapshot.players:
        return redirect("/setup", 303)
    language = spoken()
    return html("page.html", s=published.told(language), regions=desk().renderer.regions(published, language))


@pages.get("/events")
def events() -> Response:
    """The live stream; 503 when as many phones watch as may."""
    here = desk()
    if not here.admission.enter():
        abort(503, _("No more phones can watch live."))
    response = Response(stream.frames(here.hub, here.renderer, spoken()), mimetype="text/event-stream")
    response.call_on_close(here.admission.leave)
    return fresh(response)


@pages.get("/regions", endpoint="regions")
def all_regions() -> Response:
    """Everything `/events` sends at first, for phones that can't have a stream: one stream of one update."""
    here = desk()
    published = here.hub.latest()
    update = regions.changes(here.hub, here.renderer, published, {}, spoken())
    return fresh(Response(stream.update(update), mimetype="text/event-stream"))


@pages.get("/api/state")
def state() -> Response:
    """The latest snapshot as JSON."""
    published = desk().hub.latest()
    response = Response(encode(published.snapshot), mimetype="application/json")
    response.set_etag(str(published.version))
    return fresh(response)


@pages.get("/table.jpg")
def picture() -> AnyResponse:
    """The camera's picture `id`, or the newest; 404 when it is not kept any more."""
    jpeg = desk().hub.jpeg(request.args.get("id", type=int))
    if jpeg is None:
        abort(404, _("No such picture."))
    return _jpeg(jpeg)


@pages.get("/cards/<name>.jpg")
def cutout(name: str) -> AnyResponse:
    """The cards that a question is about, cut out of the picture in which they were seen; 404 when it is not
    open any more."""
    jpeg = desk().hub.cutout(name)
    if jpeg is None:
        abort(404, _("No such picture."))
    return _jpeg(jpeg)


def _jpeg(jpeg: bytes) -> AnyResponse:
    response = Response(jpeg, mimetype="image/jpeg")
    response.set_etag(blake2b(jpeg, digest_size=12).hexdigest())
    response.cache_control.no_cache = True
    return response.make_conditional(request)
