"""Serve the pages for everybody at a party: a player's own table, the standings, the big screen, and their
event streams."""

from functools import partial
from io import BytesIO
from math import ceil
from operator import attrgetter
from typing import Final

import segno
from flask import Blueprint, Response, abort, current_app, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from engine.party import lowest_wins
from engine.wording.words import say_refusal
from web.access import identity, phone_language
from web.access.names import name_in, on_this_screen, under
from web.address_limits import StreamConnection
from web.connections import LASTING
from web.languages import spoken
from web.languages import translate as _
from web.responses import fresh, html, json, problem
from web.room.access import asking_players
from web.room.broadcast import Listener, teller
from web.room.json_view import party_json
from web.room.live import Stream, frame, frames
from web.room.live_parts import PhonePage, page_content
from web.room.phone_view import line_of
from web.room.responses import desk
from web.room.screen_view import screen_view
from web.room.shared_rendering import LivePage, PagePart, keyed
from web.room.steward_view import CallShown, steward_view

pages = Blueprint("room", __name__)

LONGEST_NAME: Final = 40
"""Maximum number of characters of the name that a browser gives its windows."""
MAX_SEARCH_RESULTS: Final = 12
"""Maximum number of people that a search shows."""
STANDINGS_PER_PAGE: Final = 50
"""Number of standings on a page."""
KINDS: Final = ("mine", "steward", "host", "screen")
_VIEW: Final = attrgetter("view")
_HEADING: Final = PagePart("room/masthead.html", attrgetter("heading"), shared=True)


def live(kind: str) -> LivePage:
    """Return the live page `kind` for the phone that asks. Answer 404 for an unknown kind, 403 if this
    phone may not see it."""
    asks, words = asking_players(), desk().words
    token, language = identity.token(), spoken()
    if kind == "mine":
        parts = _parts(now="room/now.html", below="room/below.html")
        return LivePage(PhonePage(asks.players), parts, token, language)
    if kind == "screen":
        lists = {
            "now": PagePart("room/big.html", _VIEW, shared=True),
            "below": PagePart("room/lists.html", _VIEW, shared=True),
        }
        return LivePage(
            lambda moment: page_content(moment, screen_view(moment)),
            {"masthead": _HEADING, **lists},
            "",
            language,
        )
    steward = None if kind == "host" else asks.steward
    if (kind == "host" and not asks.host) or (kind == "steward" and steward is None) or kind not in KINDS:
        abort(403 if kind in KINDS else 404, _("That page is not for this phone."))
    parts = _parts(now="room/calls.html", below="room/oversees.html")
    return LivePage(
        lambda moment: page_content(moment, steward_view(moment, steward, words)), parts, token, language
    )


def _parts(**own: str) -> dict[str, PagePart]:
    """Return the parts of a phone's page. `own` are the templates of the parts that only this phone shows,
    by region."""
    waits = PagePart("room/waits.html", attrgetter("wait"), shared=True)
    return {"masthead": _HEADING, "waits": waits, **{name: PagePart(one, _VIEW) for name, one in own.items()}}


def shown(kind: str, template: str, **values: object) -> Response:
    """Answer with the live page `kind` as it is now."""
    page, moment = live(kind), desk().moment()
    content = page.view(moment)
    rendered = page.rendered(current_app.jinja_env, content, moment)
    regions = {name: keyed(part) for name, part in rendered.items()}
    return html(template, v=content.view, regions=regions, moment=moment, kind=kind, **values)


@pages.get("/")
def page() -> AnyResponse:
    """Show a player's table and the next step there. Redirect a phone without a player to the steward's
    page, to the host's page, or to the search for a seat."""
    asks = asking_players()
    known = [one for one in asks.players if one in desk().moment().party.names]
    if known:
        return shown("mine", "room/mine.html")
    if asks.steward is not None:
        return redirect("/steward", 303)
    return redirect("/host", 303) if asks.host else redirect("/find", 303)


@pages.get("/find")
def find() -> Response:
    """Show the seats of the people whose name contains `q`."""
    moment, sought = desk().moment(), request.args.get("q", "").strip()[:40]
    found = [
        (moment.name(one), *moment.seats.get(one, (None, None)))
        for one in (moment.party.players if sought else ())
        if sought.casefold() in moment.name(one).casefold()
    ]
    return html(
        "room/find.html",
        moment=moment,
        q=sought,
        found=found[:MAX_SEARCH_RESULTS],
        more=len(found) - MAX_SEARCH_RESULTS,
    )


@pages.get("/standings")
def standings() -> Response:
    """Show everybody's standing after the finished rounds, one page at a time."""
    moment = desk().moment()
    order, players = moment.table_of if moment.over else (), asking_players().players
    last = max(1, ceil(len(order) / STANDINGS_PER_PAGE))
    number = min(max(1, request.args.get("page", 1, type=int)), last)
    lines = [
        line_of(moment, one, mine=one.player in players)
        for one in order[(number - 1) * STANDINGS_PER_PAGE : number * STANDINGS_PER_PAGE]
    ]
    return html(
        "room/standings.html",
        moment=moment,
        lines=lines,
        number=number,
        last=last,
        low=lowest_wins(moment.party),
    )


@pages.get("/tv")
def screen() -> Response:
    """Show the hand, its bell, the tables for which the room waits, and lists, page by page."""
    return shown("screen", "room/tv.html", address=address())


@pages.get("/code.svg")
def code() -> Response:
    """Answer with this party's address as a QR code; 404 while no phone can open it."""
    return qr_code("")


def qr_code(path: str) -> Response:
    """Answer with the QR code of the page at `path`, given without its leading `/`; 404 while no phone can
    open it."""
    if (home := address()) is None:
        return problem(404, _("The machine is not on a network, so phones can't reach it."))
    where, drawing = f"{home}{path}", BytesIO()
    segno.make(where, micro=False).save(drawing, kind="svg", scale=4, border=4, light="#fff", xmldecl=False)
    return fresh(Response(drawing.getvalue(), mimetype="image/svg+xml"))


@pages.get("/events")
def events() -> Response:
    """Send the live page of the kind `of` and then its changes, until the phone hangs up."""
    return streamed(live(request.args.get("of", "mine")))


def streamed(page: LivePage) -> Response:
    """Answer with the stream of the page `page`. If too many phones listen, send the page once, with the
    time after which the phone asks again."""
    here, templates = desk(), current_app.jinja_env
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    watcher = StreamConnection(
        request.remote_addr or "", request.headers.get("X-Browser", "")[:LONGEST_NAME], gone
    )
    if not here.admission.enter(watcher):
        response = Response(frame(here, templates, page), mimetype="text/event-stream")
    elif (lasting := request.environ.get(LASTING)) is not None:
        stream = Stream(here, templates, page)
        lasting.append(Listener(teller(), stream, partial(here.admission.leave, watcher)))
        response = Response(stream.opening(here.moment()), mimetype="text/event-stream")
    else:
        response = Response(frames(here, templates, page), mimetype="text/event-stream")
        response.call_on_close(partial(here.admission.leave, watcher))
    response.headers["X-Accel-Buffering"] = "no"  # a proxy that waits to fill a block would keep it all
    return fresh(response)


@pages.get("/api/state")
def state() -> Response:
    """Answer with the party's number. By this answer a page that lost the connection notices that the
    machine is back."""
    return json({"number": desk().room.latest().number})


@pages.get("/api/clock")
def clock() -> Response:
    """Answer with the time of the hub's clock, in seconds. A phone rings the bell by it."""
    return json({"shows": desk().room.latest().clock})


@pages.get("/api/party")
def party() -> Response:
    """Answer with the party as JSON: the round, its bell, the seats, and the standings."""
    return json(party_json(desk().moment()))


@pages.get("/help", endpoint="help")
def how() -> Response:
    """Explain how an evening goes, and let the phone choose another language."""
    return html("room/help.html", moment=desk().moment())


@pages.post("/language")
def language() -> AnyResponse:
    """Set the `language` of this phone; 400 for an unknown language."""
    answer = redirect("/help", 303)
    try:
        phone_language.choose(answer, request.form.get("language", ""))
    except ValueError as fault:
        return problem(400, _(str(fault)))
    return answer


def address() -> str | None:
    """Return the address that another phone opens. It is the address that this browser used, unless that
    address works on this machine's own screen only."""
    if not on_this_screen(name_in(request.host)):
        return request.host_url
    where = desk().address()
    return None if where is None else under(where, request.host)


def says(call: CallShown) -> str:
    """Return the word list's entry for a challenged word, as a sentence."""
    if call.refusal is None:
        return _("{word} is listed.").format(word=call.word)
    return say_refusal(call.refusal, _).format(word=call.word)
