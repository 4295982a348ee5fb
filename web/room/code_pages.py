"""The pages that a code opens: a table's, a steward's and the host's."""

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from engine.party import NOBODY
from web.languages import translate as _
from web.requests import MalformedError
from web.responses import html
from web.room import access
from web.room.codes import CodeTarget, Purpose, place_of
from web.room.responses import desk

pages = Blueprint("code_pages", __name__)


@pages.get("/t/<code>")
def table(code: str) -> Response:
    """Ask which players at the code's table hold this phone."""
    place = _place(code, "table")
    moment = desk().moment()
    row = _row(place)
    people = tuple((seat, one, moment.name(one)) for seat, one in enumerate(row) if one != NOBODY)
    return html(
        "room/who.html",
        code=code,
        place=place,
        people=people,
        mine=access.asking_players().players,
        moment=moment,
    )


@pages.post("/t/<code>")
def sit(code: str) -> AnyResponse:
    """Let this phone speak for the players chosen in the form (`player`), and for no other player. Refuse
    with 403 if one of them does not sit at the code's table."""
    row = _row(_place(code, "table"))
    chosen = [one for one in request.form.getlist("player") if one]
    if not chosen:
        raise MalformedError(_("Say who you are first."))
    if not set(chosen) <= {one for one in row if one != NOBODY}:
        abort(403, _("That player sits at another table. Scan the code on that table."))
    access.plays(chosen)
    return redirect("/", 303)


@pages.get("/s/<code>")
def steward(code: str) -> AnyResponse:
    """Let this phone act as the steward of the code. A browser that only fetches a preview gets no right."""
    place = _place(code, "steward")
    if not _looks_ahead():
        access.stewards(place.number)
    return redirect("/steward", 303)


@pages.get("/h/<code>")
def host(code: str) -> AnyResponse:
    """Let this phone act as the host. A browser that only fetches a preview gets no right."""
    _place(code, "host")
    if not _looks_ahead():
        access.hosts()
    return redirect("/host", 303)


@pages.post("/leave")
def leave() -> AnyResponse:
    """Let this phone speak for nobody."""
    access.leave()
    return redirect("/", 303)


def _place(code: str, purpose: Purpose) -> CodeTarget:
    place = place_of(desk().secret, code)
    if place is None or place.purpose != purpose:
        abort(404, _("That code is none of this party. Scan the code on your table again."))
    return place


def _row(place: CodeTarget) -> tuple[str, ...]:
    """Return the ids of the players at a code's table in the last round; empty if the room has no such
    table."""
    round_ = desk().moment().round
    return round_.room[place.number] if round_ is not None and place.number < len(round_.room) else ()


def _looks_ahead() -> bool:
    return request.method == "HEAD" or "prefetch" in request.headers.get("Sec-Purpose", "")
