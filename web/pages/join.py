"""Give a phone its seat, or several seats if a family shares the phone."""

from io import BytesIO

import segno
from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web.access import identity
from web.access.names import host_name, is_own_device, page_address
from web.access.seats import SeatTakenError
from web.languages import translate as _
from web.responses import html, page_context, problem, uncached

pages = Blueprint("join", __name__, url_prefix="/join")


@pages.get("")
def page() -> Response:
    """Show every seat, and whether it is free, this phone's, or another phone's."""
    names = identity.names()
    seats, mine = page_context().gate.seats, identity.requesting_phone().seats
    reserved = seats.reserved_seats(names) - set(mine)
    shared = seats.taken_seats(names) - reserved - set(mine)
    return html("join.html", names=names, reserved=reserved, shared=shared, mine=mine, **way_in_values())


@pages.get("/way-in")
def way_in() -> Response:
    """Show how another phone reaches the table. The page asks again from time to time, because the table's
    address may change."""
    return html("way-in.html", **way_in_values())


@pages.get("/code.svg")
def code() -> Response:
    """Answer with the page's address as a QR code, with the four modules of quiet zone that ISO/IEC 18004
    requires; 404 if no phone can open the page."""
    if (link := address()) is None:
        return problem(404, _("The table is not on a network, so phones can't reach it."))
    return _qr_code(link)


@pages.get("/wifi.svg")
def wifi() -> Response:
    """Answer with a QR code by which a phone joins the table's own Wi-Fi; 404 while the table has none."""
    if (link := page_context().wifi()) is None:
        return problem(404, _("The table has no Wi-Fi of its own."))
    return _qr_code(link)


def _qr_code(link: str) -> Response:
    drawing = BytesIO()
    segno.make(link, micro=False).save(drawing, kind="svg", scale=4, border=4, light="#fff", xmldecl=False)
    return uncached(Response(drawing.getvalue(), mimetype="image/svg+xml"))


@pages.post("/sit")
def sit() -> AnyResponse:
    """Give this phone every `seat` of the form, and no other seat. Answer 409 if another phone has one of the
    seats. The holder of a phone that takes no seat only watches, and is not offered a seat again."""
    try:
        seats = [int(seat) for seat in request.form.getlist("seat")]
    except ValueError:
        return problem(400, _("There is no such seat at this table."))
    try:
        page_context().gate.seats.sit(seats, identity.phone_name(), identity.names())
    except SeatTakenError as fault:
        return problem(409, _(str(fault)))
    identity.note_player(seated=bool(seats))
    return redirect(_next_page(request.form.get("to", "")), 303)


def _next_page(where: str) -> str:
    """Return the path to which a phone is redirected after it has taken a seat: `where`, if it is `/snap` or
    `/`, otherwise `/`."""
    return where if where in ("/snap", "/") else "/"


def way_in_values() -> dict[str, object]:
    """Return the values of the template `way-in.html`: the page's address, and whether the phone must
    first join a Wi-Fi."""
    return {"address": address(), "wifi": page_context().wifi() is not None}


def address() -> str | None:
    """Return the address by which another phone opens the table's pages. It is the address of this request,
    or the table's network address if this request has an address such as `localhost`. Return None if no phone
    can reach the table."""
    if not is_own_device(host_name(request.host)):
        return request.host_url
    link = page_context().address()
    return None if link is None else page_address(link, request.host)
