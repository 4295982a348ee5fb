"""Joining: whose seats a phone has, several if a family shares it."""

from io import BytesIO

import segno
from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web.access import identity
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


@pages.post("/sit")
def sit() -> AnyResponse:
    """Every `seat` is this phone's from now on, and no other is; 409 when another phone has one of them."""
    try:
        seats = [int(seat) for seat in request.form.getlist("seat")]
    except ValueError:
        return problem(400, _("There is no such seat at this table."))
    try:
        desk().gate.seats.sit(seats, identity.known(), identity.names())
    except SeatTakenError as fault:
        return problem(409, _(str(fault)))
    return redirect("/", 303)


def address() -> str:
    """What another phone opens: as this one came, unless that is good on the table's own screen alone."""
    name = request.host.rsplit(":", 1)[0]
    told = desk().address
    if told is None or not (name == "localhost" or name.startswith("127.") or name == "[::1]"):
        return request.host_url
    return request.host_url.replace(name, f"[{told}]" if ":" in told else told, 1)
