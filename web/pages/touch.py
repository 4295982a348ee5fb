"""The virtual table in the browser: cards dragged by finger, mouse or keys, seen by its camera, ruled on."""

from dataclasses import replace

import msgspec
from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web import requests
from web.access import identity
from web.access.seats import SeatTakenError
from web.behind import Move, Touching
from web.desk import desk, html, json, problem
from web.languages import spoken
from web.languages import translate as _

pages = Blueprint("touch", __name__, url_prefix="/touch")


@pages.get("")
def page() -> Response:
    """The table, the hand of whoever plays at it, and what the camera makes of both."""
    lies, published = _touching().lies(), desk().hub.latest()
    names, regions = identity.names(), desk().renderer.regions(published, spoken())
    mine = lies.seat in identity.phone().seats
    name = names[lies.seat] if lies.seat < len(names) else ""
    return html("touch.html", lies=lies, mine=mine, name=name, regions=regions)


@pages.get("/table")
def table() -> Response:
    """What lies there; the hand only on the phone of whoever holds it."""
    return _shown()


@pages.post("/sit")
def sit() -> AnyResponse:
    """The person's seat is this phone's from now on; 409 when another has it."""
    try:
        seats = {*identity.phone().seats, _touching().lies().seat}
        desk().gate.seats.sit(seats, identity.known(), identity.names())
    except SeatTakenError as fault:
        return problem(409, _(str(fault)))
    return redirect("/touch", 303)


@pages.post("/move")
def move() -> Response:
    """`{"card": "hand-2", "to": "table", "x": 300, "y": 200}`; answers with what lies there then."""
    touching = _touching()
    if touching.lies().seat not in identity.phone().seats:
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    try:
        wish = msgspec.json.decode(request.get_data() or b"{}", type=Move)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise requests.MalformedError(str(fault)) from fault
    touching.move(wish)
    return _shown()


def _shown() -> Response:
    lies = _touching().lies()
    if lies.seat not in identity.phone().seats:
        lies = replace(lies, hand=(), may=False)
    return json(lies)


def _touching() -> Touching:
    touching = desk().behind.touching
    if touching is None:
        abort(404, _("The cards of this table lie on a real one."))
    return touching
