"""Joining: a phone takes a seat or several, gives one back, and chooses its language."""

from io import BytesIO

import segno
from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web.access import identity, tongue
from web.access.seats import SeatTakenError
from web.desk import desk, fresh, html, problem
from web.languages import translate as _

pages = Blueprint("join", __name__, url_prefix="/join")


@pages.get("")
def page() -> Response:
    """Every seat: free, this phone's, or another's."""
    names = identity.names()
    taken = desk().gate.seats.taken(names)
    return html("join.html", names=names, taken=taken, mine=identity.phone().seats, address=address())


@pages.get("/code.svg")
def code() -> Response:
    """The page's address as a QR code, in the four modules of quiet zone ISO/IEC 18004 asks."""
    drawing = BytesIO()
    segno.make(address(), micro=False).save(
        drawing, kind="svg", scale=4, border=4, light="#fff", xmldecl=False
    )
    return fresh(Response(drawing.getvalue(), mimetype="image/svg+xml"))


@pages.post("/take")
def take() -> AnyResponse:
    """`seat`: this phone's from now on; 409 when another has it."""
    try:
        desk().gate.seats.take(_seat(), identity.known(), identity.names())
    except SeatTakenError as fault:
        return problem(409, _(str(fault)))
    return redirect("/", 303)


@pages.post("/release")
def release() -> AnyResponse:
    """`seat`: free from now on; 403 when it is another phone's."""
    seat = _seat()
    if seat not in identity.phone().seats:
        return problem(403, _("That seat belongs to another phone."))
    desk().gate.seats.release(seat)
    return redirect("/join", 303)


@pages.post("/language")
def language() -> AnyResponse:
    """`language`: what this phone reads from now on; 400 when the table does not speak it."""
    answer = redirect("/join", 303)
    try:
        tongue.choose(answer, request.form.get("language", ""))
    except ValueError as fault:
        return problem(400, _(str(fault)))
    return answer


def address() -> str:
    """What another phone opens: as this one came, unless that is good on the table's own screen alone."""
    name = request.host.rsplit(":", 1)[0]
    told = desk().address
    if told is None or not (name == "localhost" or name.startswith("127.") or name == "[::1]"):
        return request.host_url
    return request.host_url.replace(name, f"[{told}]" if ":" in told else told, 1)


def _seat() -> int:
    seat = request.form.get("seat", type=int)
    if seat is None:
        abort(400, _("Which seat?"))
    return seat
