"""Let a person play at the virtual table in the browser, with a hand of cards. The virtual camera watches,
and the table rules."""

from dataclasses import asdict, replace

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web import requests
from web.access import identity
from web.access.seats import SeatTakenError
from web.languages import spoken
from web.languages import translate as _
from web.player_hints import may_act, next_step
from web.responses import html, json, page_context, problem
from web.services.virtual_play import Move, PlayHereService, VirtualTableShown

pages = Blueprint("touch", __name__)


@pages.get("/touch")
def old() -> AnyResponse:
    """Redirect from `/touch`, the former address of this page."""
    return redirect("/play-here", 301)


@pages.get("/play-here")
def page() -> Response:
    """Show the virtual table, the hand of the player at it, and the camera's readings."""
    virtual, published = _service().table(), page_context().hub.latest()
    names, shown = identity.names(), published.in_language(spoken())
    name = names[virtual.seat] if virtual.seat < len(names) else ""
    mine = _has_seat(virtual)
    return html(
        "touch.html",
        virtual=virtual,
        mine=mine,
        name=name,
        s=shown,
        advice=next_step(virtual, shown, mine=mine, by_another=_other_phone_has_seat(virtual)),
        held=_other_phone_has_seat(virtual),
        regions=page_context().renderer.regions(published, spoken()),
    )


@pages.get("/play-here/table")
def table() -> Response:
    """Answer with the virtual table and the next step as JSON. Only the phone of the person at the table
    gets the hand."""
    return _table_answer()


@pages.post("/play-here/sit")
def sit() -> AnyResponse:
    """Give this phone the seat at the virtual table; 409 when another phone has it."""
    service = _service()
    try:
        seats = {*identity.requesting_phone().seats, service.table().seat}
        page_context().gate.seats.sit(seats, identity.phone_name(), identity.names())
    except SeatTakenError as fault:
        return problem(409, _(str(fault)))
    service.sit(down=True)
    return redirect("/play-here", 303)


@pages.post("/play-here/rise")
def rise() -> AnyResponse:
    """Free the seat at the virtual table. The table then plays for this seat by itself."""
    service = _service()
    virtual = service.table()
    if virtual.seat not in identity.requesting_phone().seats:
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    service.sit(down=False)
    page_context().gate.seats.release(virtual.seat)
    return redirect("/play-here", 303)


@pages.post("/play-here/move")
def move() -> Response:
    """Move a card on the virtual table. The body is `{"card": "hand-2", "to": "next"}`. Answer with the cards
    on the table after the move."""
    service = _service()
    if not _has_seat(service.table()):
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    service.move(requests.from_json(request.get_data(), Move))
    return _table_answer()


def _table_answer() -> Response:
    virtual = _service().table()
    mine, shown = _has_seat(virtual), page_context().hub.latest().in_language(spoken())
    hint, may = (
        next_step(virtual, shown, mine=mine, by_another=_other_phone_has_seat(virtual)),
        mine and may_act(virtual, shown),
    )
    virtual = replace(virtual, hand=virtual.hand if mine else (), may=may)
    return json({**asdict(virtual), "hint": hint})


def _has_seat(virtual: VirtualTableShown) -> bool:
    """Return True if the requesting phone has the seat at the virtual table."""
    return virtual.taken and virtual.seat in identity.requesting_phone().seats


def _other_phone_has_seat(virtual: VirtualTableShown) -> bool:
    """Return True if another phone has the seat at the virtual table."""
    return virtual.seat in identity.held_elsewhere()


def _service() -> PlayHereService:
    service = page_context().services.play_here
    if service is None:
        abort(
            404, _("You can't play on this screen. The cards lie on a real table, or the game has no hands.")
        )
    return service
