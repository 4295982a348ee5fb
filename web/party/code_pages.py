"""The pages that open when a phone scans one of a party's codes: a table's, a steward's or the host's."""

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from engine.party import NOBODY
from web.languages import translate as _
from web.party import access
from web.party.codes import CodeTarget, Purpose, code_target
from web.party.responses import party_context
from web.requests import MalformedError
from web.responses import html

pages = Blueprint("code_pages", __name__)


@pages.get("/t/<code>")
def table(code: str) -> Response:
    """Ask which players at the code's table hold this phone."""
    target = _code_target(code, "table")
    moment = party_context().moment()
    row = _players_at(target)
    people = tuple((seat, one, moment.name(one)) for seat, one in enumerate(row) if one != NOBODY)
    return html(
        "party/who.html",
        code=code,
        target=target,
        people=people,
        mine=access.phone_holder().players,
        moment=moment,
    )


@pages.post("/t/<code>")
def sit(code: str) -> AnyResponse:
    """Let this phone speak for the players chosen in the form (`player`), and for no other player. Refuse
    with 403 if one of them does not sit at the code's table."""
    row = _players_at(_code_target(code, "table"))
    chosen = [one for one in request.form.getlist("player") if one]
    if not chosen:
        raise MalformedError(_("Say who you are first."))
    if not set(chosen) <= {one for one in row if one != NOBODY}:
        abort(403, _("That player sits at another table. Scan the code on that table."))
    access.speak_for(chosen)
    return redirect("/", 303)


@pages.get("/s/<code>")
def steward(code: str) -> AnyResponse:
    """Let this phone act as the steward of the code. A browser that only fetches a preview gets no right."""
    target = _code_target(code, "steward")
    if not _looks_ahead():
        access.act_as_steward(target.number)
    return redirect("/steward", 303)


@pages.get("/h/<code>")
def host(code: str) -> AnyResponse:
    """Let this phone act as the host. A browser that only fetches a preview gets no right."""
    _code_target(code, "host")
    if not _looks_ahead():
        access.act_as_host()
    return redirect("/host", 303)


@pages.post("/leave")
def leave() -> AnyResponse:
    """Let this phone speak for nobody."""
    access.speak_for_nobody()
    return redirect("/", 303)


def _code_target(code: str, purpose: Purpose) -> CodeTarget:
    target = code_target(party_context().secret, code)
    if target is None or target.purpose != purpose:
        abort(404, _("That code does not belong to this party. Scan the code on your table again."))
    return target


def _players_at(target: CodeTarget) -> tuple[str, ...]:
    """Return the ids of the players at a code's table in the last round; empty if the room has no such
    table."""
    round_ = party_context().moment().round
    return round_.room[target.number] if round_ is not None and target.number < len(round_.room) else ()


def _looks_ahead() -> bool:
    return request.method == "HEAD" or "prefetch" in request.headers.get("Sec-Purpose", "")
