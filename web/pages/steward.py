"""Show the steward's pages: the table's PIN, the seats that phones hold, and the words that are offensive
at this table."""

import re
import secrets
from math import ceil
from typing import Final

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web.access import identity
from web.access.pin import WrongPinError
from web.languages import plural
from web.languages import translate as _
from web.requests import MalformedError
from web.responses import html, page_context, problem
from web.services.word_screening import WordScreening

LOCAL_PATH: Final = re.compile(r"/(?![/\\])[\w/.?&=%-]*", re.ASCII)
"""The pattern of the paths to which the page of the PIN may redirect. They lead to this table: a browser
can't take them for the address of another host."""

pages = Blueprint("steward", __name__, url_prefix="/steward")


@pages.get("/enter")
def enter() -> Response:
    """Show the page where the PIN is entered."""
    return _pin_page(request.args.get("next", ""))


@pages.post("/enter")
def admit() -> AnyResponse:
    """Check `pin`. Answer 303 to the wanted page, 403 if the PIN is wrong, 429 if it is too early to try
    again."""
    gate = page_context().gate
    try:
        gate.pin_lock.open(request.form.get("pin", ""), identity.pin_source(), gate.clock())
    except WrongPinError as fault:
        return _wrong_pin_answer(fault)
    identity.admit()
    return redirect(_local_path(request.form.get("next", "")), 303)


@pages.get("")
def page() -> Response:
    """Show the seats, the PIN, and the button that gives up the steward's rights."""
    return _page("")


@pages.post("/leave")
def leave() -> AnyResponse:
    """Take the steward's rights from this phone, and from any copy of its cookie."""
    identity.dismiss()
    return redirect("/", 303)


@pages.post("/pin")
def renew() -> AnyResponse:
    """Set the table's PIN to `pin`. All other stewards have to enter the new PIN."""
    try:
        page_context().gate.pin_lock.change(request.form.get("pin", ""), secrets.token_bytes(16))
    except ValueError as fault:
        return problem(400, _(str(fault)))
    identity.admit()
    return _page(_("The PIN is changed."))


@pages.post("/free")
def free() -> AnyResponse:
    """Make `seat` free, even if another phone has it."""
    page_context().gate.seats.release(_seat())
    return redirect("/steward", 303)


@pages.get("/words")
def offensive() -> Response:
    """Show the words that only this table hides as offensive. Words that every table hides are not listed."""
    return html("steward-words.html", words=_screening().words())


@pages.post("/words")
def screen() -> AnyResponse:
    """Change the list of words that this table hides as offensive: add the word in the form's field `add`, or
    take off the word in the field `remove`."""
    added, removed = request.form.get("add", ""), request.form.get("remove", "")
    _screening().screen(added or removed, offends=bool(added) or not removed)
    return redirect("/steward/words", 303)


def _pin_page(wanted: str, message: str = "") -> Response:
    """Return the page where the PIN is entered, with the message `message`. After the PIN the phone goes
    on to the page `wanted`."""
    return html("pin.html", next=_local_path(wanted), message=message, playing=bool(identity.names()))


def _screening() -> WordScreening:
    screening = page_context().services.word_screening
    if screening is None:
        abort(404, _("This table keeps no words of its own."))
    return screening


@pages.post("/away")
def away() -> AnyResponse:
    """Send away the phone that has `seat`, and make all its seats free. The phone can take no seat until
    the steward lets it back. Nothing happens if the seat belongs to the requesting phone."""
    gate, names, seat = page_context().gate, identity.names(), _seat()
    phone = next((one for one, seats in gate.seats.phones_with_seats(names) if seat in seats), None)
    if phone is not None and phone != identity.phone_name():
        try:
            gate.seats.send_away(phone)
        finally:
            gate.stewards.dismiss(phone)
    return redirect("/steward", 303)


@pages.post("/back")
def back() -> AnyResponse:
    """Let every phone that the steward sent away take a seat again."""
    page_context().gate.seats.let_back()
    return redirect("/steward", 303)


def _seat() -> int:
    seat = request.form.get("seat", type=int)
    if seat is None:
        raise MalformedError(_("Which seat?"))
    return seat


def _page(message: str) -> Response:
    names, seats = identity.names(), page_context().gate.seats
    return html(
        "steward.html",
        names=names,
        taken=seats.taken_seats(names),
        phones=[held for _phone, held in seats.phones_with_seats(names)],
        mine=identity.requesting_phone().seats,
        away=len(seats.phones_sent_away()),
        message=message,
    )


def _wrong_pin_answer(fault: WrongPinError) -> Response:
    message = _("That is not the PIN.")
    if fault.wait_seconds:
        seconds = ceil(fault.wait_seconds)
        message = plural(
            "Too many tries. Wait a second.", "Too many tries. Wait {seconds} seconds.", seconds
        ).format(seconds=seconds)
    page = _pin_page(request.form.get("next", ""), message)
    page.status_code = 429 if fault.wait_seconds else 403
    if fault.wait_seconds:
        page.headers["Retry-After"] = str(ceil(fault.wait_seconds))
    return page


def _local_path(address: str) -> str:
    """Return `address` if it is a path on this table. Return the path of the steward's page otherwise."""
    return address if LOCAL_PATH.fullmatch(address) else "/steward"
