"""Play at the virtual table in the browser with a hand of one's own. The virtual camera watches, and the
table rules."""

from dataclasses import asdict, replace

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web import requests
from web.access import identity
from web.access.seats import SeatTakenError
from web.languages import spoken
from web.languages import translate as _
from web.player_hints import acts, advice
from web.responses import html, json, page_context, problem
from web.services.virtual_play import Move, PlayHereService, VirtualTableShown

pages = Blueprint("touch", __name__)


@pages.get("/touch")
def old() -> AnyResponse:
    """Redirect from the page's former address."""
    return redirect("/play-here", 301)


@pages.get("/play-here")
def page() -> Response:
    """Show the virtual table, the hand of the player at it, and the camera's readings."""
    lies, published = _touching().lies(), page_context().hub.latest()
    names, shown = identity.names(), published.in_language(spoken())
    name = names[lies.seat] if lies.seat < len(names) else ""
    mine = _mine(lies)
    return html(
        "touch.html",
        lies=lies,
        mine=mine,
        name=name,
        s=shown,
        advice=advice(lies, shown, mine=mine, by_another=_held_by_another(lies)),
        held=_held_by_another(lies),
        regions=page_context().renderer.regions(published, spoken()),
    )


@pages.get("/play-here/table")
def table() -> Response:
    """Show the cards on the virtual table and the next step. Show the hand only on the phone of its
    player."""
    return _shown()


@pages.post("/play-here/sit")
def sit() -> AnyResponse:
    """Give this phone the seat at the virtual table; 409 when another phone has it."""
    touching = _touching()
    try:
        seats = {*identity.phone().seats, touching.lies().seat}
        page_context().gate.seats.sit(seats, identity.phone_name(), identity.names())
    except SeatTakenError as fault:
        return problem(409, _(str(fault)))
    touching.sit(down=True)
    return redirect("/play-here", 303)


@pages.post("/play-here/rise")
def rise() -> AnyResponse:
    """Give the seat back to the table, which plays it by itself."""
    touching = _touching()
    lies = touching.lies()
    if lies.seat not in identity.phone().seats:
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    touching.sit(down=False)
    page_context().gate.seats.release(lies.seat)
    return redirect("/play-here", 303)


@pages.post("/play-here/move")
def move() -> Response:
    """Move a card: `{"card": "hand-2", "to": "next"}`. Answer with the cards on the table after the move."""
    touching = _touching()
    if not _mine(touching.lies()):
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    touching.move(requests.from_json(request.get_data(), Move))
    return _shown()


def _shown() -> Response:
    lies = _touching().lies()
    mine, shown = _mine(lies), page_context().hub.latest().in_language(spoken())
    hint, may = advice(lies, shown, mine=mine, by_another=_held_by_another(lies)), mine and acts(lies, shown)
    lies = replace(lies, hand=lies.hand if mine else (), may=may)
    return json({**asdict(lies), "hint": hint})


def _mine(lies: VirtualTableShown) -> bool:
    """Tell whether the requesting phone has the seat at the virtual table."""
    return lies.taken and lies.seat in identity.phone().seats


def _held_by_another(lies: VirtualTableShown) -> bool:
    """Tell whether another phone has the seat at the virtual table."""
    return lies.seat in identity.held_elsewhere()


def _touching() -> PlayHereService:
    touching = page_context().services.play_here
    if touching is None:
        abort(
            404, _("You can't play on this screen. The cards lie on a real table, or the game has no hands.")
        )
    return touching
