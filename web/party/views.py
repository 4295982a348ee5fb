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
from engine.wording.words import say_word_refusal
from web.access import identity, phone_language
from web.access.names import host_name, is_own_device, page_address
from web.address_limits import StreamConnection
from web.languages import spoken
from web.languages import translate as _
from web.lasting_answer import LASTING_KEY
from web.party.access import phone_holder
from web.party.broadcast import LastingStream, broadcaster
from web.party.json_view import party_json
from web.party.live import Stream, frame, frames
from web.party.live_parts import PhonePage, page_content
from web.party.phone_view import line_of
from web.party.responses import party_context
from web.party.screen_view import screen_view
from web.party.shared_rendering import LivePage, PagePart, with_new_keys
from web.party.steward_view import CallShown, steward_view
from web.responses import html, json, problem, uncached

pages = Blueprint("room", __name__)

MAX_BROWSER_NAME_LENGTH: Final = 40
"""Maximum number of characters of a browser's name (the header `X-Browser`). All windows of one browser send
the same name and share a limit of streams."""
MAX_SEARCH_RESULTS: Final = 12
"""Maximum number of people that a search shows."""
STANDINGS_PER_PAGE: Final = 50
"""Number of players on one page of the standings."""
KINDS: Final = ("mine", "steward", "host", "screen")
_PAGE_VIEW: Final = attrgetter("page_view")
_HEADING: Final = PagePart("party/masthead.html", attrgetter("heading"), shared=True)


def live_page(kind: str) -> LivePage:
    """Return the live page of the kind `kind` for the requesting phone: `mine` for its players, `steward`,
    `host`, or `screen` for the big screen. Answer 404 for another kind, and 403 if the phone may not see the
    page."""
    holder, words = phone_holder(), party_context().words
    token, language = identity.token(), spoken()
    if kind == "mine":
        parts = _parts(now="party/now.html", below="party/below.html")
        return LivePage(PhonePage(holder.players), parts, token, language)
    if kind == "screen":
        lists = {
            "now": PagePart("party/big.html", _PAGE_VIEW, shared=True),
            "below": PagePart("party/lists.html", _PAGE_VIEW, shared=True),
        }
        return LivePage(
            lambda moment: page_content(moment, screen_view(moment)),
            {"masthead": _HEADING, **lists},
            "",
            language,
        )
    steward = None if kind == "host" else holder.steward
    if (kind == "host" and not holder.host) or (kind == "steward" and steward is None) or kind not in KINDS:
        abort(403 if kind in KINDS else 404, _("That page is not for this phone."))
    parts = _parts(now="party/calls.html", below="party/oversees.html")
    return LivePage(
        lambda moment: page_content(moment, steward_view(moment, steward, words)), parts, token, language
    )


def _parts(**own: str) -> dict[str, PagePart]:
    """Return the parts of a live page on a phone, by the name of their region. All phones share the heading
    and the number of waiting tables. The other parts are the phone's own; `own` has their templates, by
    region."""
    waits = PagePart("party/waits.html", attrgetter("wait"), shared=True)
    return {
        "masthead": _HEADING,
        "waits": waits,
        **{name: PagePart(one, _PAGE_VIEW) for name, one in own.items()},
    }


def live_page_answer(kind: str, template: str, **values: object) -> Response:
    """Answer with a live page in its present state. `kind` is the kind of page, as for `live_page`."""
    page, moment = live_page(kind), party_context().moment()
    content = page.compute_content(moment)
    rendered = page.render_parts(current_app.jinja_env, content, moment)
    regions = {name: with_new_keys(part) for name, part in rendered.items()}
    return html(template, v=content.page_view, regions=regions, moment=moment, kind=kind, **values)


@pages.get("/")
def page() -> AnyResponse:
    """Show a player's table and the next step there. Redirect a phone without a player to the steward's
    page, to the host's page, or to the search for a seat."""
    holder = phone_holder()
    known = [one for one in holder.players if one in party_context().moment().party.names]
    if known:
        return live_page_answer("mine", "party/mine.html")
    if holder.steward is not None:
        return redirect("/steward", 303)
    return redirect("/host", 303) if holder.host else redirect("/find", 303)


@pages.get("/find")
def find() -> Response:
    """Show the seats of the people whose name contains `q`."""
    moment, sought = party_context().moment(), request.args.get("q", "").strip()[:40]
    found = [
        (moment.name(one), *moment.seats.get(one, (None, None)))
        for one in (moment.party.players if sought else ())
        if sought.casefold() in moment.name(one).casefold()
    ]
    return html(
        "party/find.html",
        moment=moment,
        q=sought,
        found=found[:MAX_SEARCH_RESULTS],
        more=len(found) - MAX_SEARCH_RESULTS,
    )


@pages.get("/standings")
def standings() -> Response:
    """Show everybody's standing after the finished rounds, one page at a time."""
    moment = party_context().moment()
    order, players = moment.standings if moment.finished_rounds else (), phone_holder().players
    last = max(1, ceil(len(order) / STANDINGS_PER_PAGE))
    number = min(max(1, request.args.get("page", 1, type=int)), last)
    lines = [
        line_of(moment, one, mine=one.player in players)
        for one in order[(number - 1) * STANDINGS_PER_PAGE : number * STANDINGS_PER_PAGE]
    ]
    return html(
        "party/standings.html",
        moment=moment,
        lines=lines,
        number=number,
        last=last,
        low=lowest_wins(moment.party),
    )


@pages.get("/tv")
def screen() -> Response:
    """Show the hand, its bell, the tables for which the room waits, and lists, page by page."""
    return live_page_answer("screen", "party/tv.html", address=address())


@pages.get("/code.svg")
def code() -> Response:
    """Answer with the address of this party's pages as a QR code; 404 while no phone can open
    that address."""
    return qr_code("")


def qr_code(path: str) -> Response:
    """Answer with the QR code of the page at `path`, given without its leading `/`; 404 while no phone can
    open the page."""
    if (home := address()) is None:
        return problem(404, _("The machine is not on a network, so phones can't reach it."))
    where, drawing = f"{home}{path}", BytesIO()
    segno.make(where, micro=False).save(drawing, kind="svg", scale=4, border=4, light="#fff", xmldecl=False)
    return uncached(Response(drawing.getvalue(), mimetype="image/svg+xml"))


@pages.get("/events")
def events() -> Response:
    """Answer with the stream of a live page: the page, then its changes until the phone hangs up. The
    argument `of` is the kind of page (as in `live_page`)."""
    return stream_answer(live_page(request.args.get("of", "mine")))


def stream_answer(page: LivePage) -> Response:
    """Answer with the event stream that keeps `page` up to date. If too many streams are open, answer with
    the page once, and with the delay after which the phone asks again."""
    here, templates = party_context(), current_app.jinja_env
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    watcher = StreamConnection(
        request.remote_addr or "", request.headers.get("X-Browser", "")[:MAX_BROWSER_NAME_LENGTH], gone
    )
    if not here.stream_limit.enter(watcher):
        response = Response(frame(here, templates, page), mimetype="text/event-stream")
    elif (lasting := request.environ.get(LASTING_KEY)) is not None:
        stream = Stream(here, templates, page)
        lasting.append(LastingStream(broadcaster(), stream, partial(here.stream_limit.leave, watcher)))
        response = Response(stream.opening(here.moment()), mimetype="text/event-stream")
    else:
        response = Response(frames(here, templates, page), mimetype="text/event-stream")
        response.call_on_close(partial(here.stream_limit.leave, watcher))
    response.headers["X-Accel-Buffering"] = "no"  # a proxy that fills blocks first would hold all data back
    return uncached(response)


@pages.get("/api/state")
def state() -> Response:
    """Answer with the party's number. A page that lost the connection asks for the number, to notice that the
    machine is back."""
    return json({"number": party_context().service.latest().number})


@pages.get("/api/clock")
def clock() -> Response:
    """Answer with the time of the hub's clock, in seconds. A phone uses this time to ring the bell."""
    return json({"shows": party_context().service.latest().clock})


@pages.get("/api/party")
def party() -> Response:
    """Answer with the party as JSON: the round, its bell, the seats, and the standings."""
    return json(party_json(party_context().moment()))


@pages.get("/help", endpoint="help")
def help_page() -> Response:
    """Explain how an evening goes, and let the phone choose another language."""
    return html("party/help.html", moment=party_context().moment())


@pages.post("/language")
def language() -> AnyResponse:
    """Set the `language` of this phone; 400 for an unknown language."""
    answer = redirect("/help", 303)
    try:
        phone_language.remember_language(answer, request.form.get("language", ""))
    except ValueError as fault:
        return problem(400, _(str(fault)))
    return answer


def address() -> str | None:
    """Return the address that another phone opens: the address that this browser used, or the machine's own
    if the browser's address works only on the machine itself. Return None if no phone can reach the
    machine."""
    if not is_own_device(host_name(request.host)):
        return request.host_url
    where = party_context().address()
    return None if where is None else page_address(where, request.host)


def list_sentence(call: CallShown) -> str:
    """Return the sentence for a steward that says whether the challenged word is in the word list, and if
    not, why."""
    if call.refusal is None:
        return _("{word} is listed.").format(word=call.word)
    return say_word_refusal(call.refusal, _).format(word=call.word)
