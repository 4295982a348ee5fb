"""The host's pages: the set-up before the party, and the whole room after the party has begun."""

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from mimetypes import guess_type
from types import MappingProxyType
from typing import Final, Literal

from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from engine.game import MAX_HANDS, MAX_POINTS
from engine.party import (
    MAX_MINUTES,
    MAX_NAMES_DAYS,
    MIN_MINUTES,
    USUAL_FINE_POINTS,
    USUAL_HANDS,
    USUAL_MINUTES,
    USUAL_NAMES_DAYS,
    PartySetUp,
    PlayerEntered,
    PlayerForgotten,
    steward_of,
)
from engine.shared.player_names import skeleton
from web.languages import spoken
from web.languages import translate as _
from web.party import codes as codes_of_places
from web.party import forms
from web.party.names import MAX_FAULTS_SHOWN, MIN_PLAYERS, player_names
from web.party.party_service import FactRefusedError
from web.party.responses import party_context
from web.party.shared_rendering import KEY_PLACEHOLDER, with_new_keys
from web.party.views import address, live_page_answer, qr_code
from web.responses import accepted, html, problem, uncached

pages = Blueprint("host", __name__, url_prefix="/host")

MAX_TABLES: Final = 1000
_DEFAULTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hands": str(USUAL_HANDS),
        "minutes": f"{USUAL_MINUTES:g}",
        "fine": str(USUAL_FINE_POINTS),
        "names_days": str(USUAL_NAMES_DAYS),
    }
)
"""The values with which the fields of the host's set-up form are filled at first."""
SHEET_SIZES: Final = ("A4", "Letter")
"""The sizes of the sheets on which papers are printed, the usual size first."""


@pages.get("")
def page() -> Response:
    """Show the set-up form until the party begins, and the page of the whole room afterwards."""
    if party_context().moment().party.rules is None:
        return _set_up()
    return live_page_answer("host", "party/steward.html")


@pages.post("/look")
def look() -> Response:
    """Answer with HTML about the names in the set-up form: the number of players and of tables, and the names
    that look alike."""
    people = player_names(request.form.get("names", ""))
    people_html = render_template("party/people.html", people=people, most=MAX_FAULTS_SHOWN)
    return uncached(Response(people_html, mimetype="text/html"))


@pages.post("")
def begin() -> AnyResponse:
    """Set the party up. Redirect (303) to the host's page, or show the form again with its faults (400)."""
    if party_context().moment().party.rules is not None:
        raise FactRefusedError(_("The party has begun. Let people come and go on this page instead."))
    people = player_names(request.form.get("names", ""))
    faults = list(people.faults)
    if len(people.names) < MIN_PLAYERS:
        faults.append(_("A party has at least {least} players.").format(least=MIN_PLAYERS))
    faults += _field_faults()
    if faults:
        return _set_up(tuple(faults))
    form = forms.posted_form(forms.SetUpForm, names="", minutes=request.form["minutes"].replace(",", "."))
    name = " ".join(form.name.split()) or _("Party")
    prizes = tuple(dict.fromkeys(form.prizes.upper().replace(",", " ").split()))
    seed = int.from_bytes(sha256(form.key.encode()).digest()[:4], "big")
    entered = [PlayerEntered(f"p{number}", one) for number, one in enumerate(people.names, 1)]
    rules = PartySetUp(
        name, form.game, form.hands, form.minutes, seed, prizes, form.fine, names_days=form.names_days
    )
    party_context().service.host_says((*entered, rules), form.key)
    return redirect("/host", 303)


@pages.post("/end")
def end() -> AnyResponse:
    """End the party after the present hand."""
    form = forms.posted_form(forms.RoundForm)
    moment = party_context().moment()
    rules = moment.party.rules
    if rules is None or form.round != moment.number or moment.finished:
        raise FactRefusedError(_("That hand is over. Look at the page once more."))
    last = moment.number
    party_context().service.host_says((replace(rules, hands=last),), form.key)
    return accepted(_("Hand {hand} is the last one.").format(hand=last), "/host")


@pages.get("/codes")
def codes() -> Response:
    """Show a page with the code of the steward or the table `number` (from 1), for another phone to scan. The
    argument `what` is `steward` or `table`."""
    what, number = _code_asked_for()
    moment = party_context().moment()
    tables = len(moment.round.room) if moment.round else 0
    last = steward_of(moment.party, tables - 1) + 1 if what == "steward" and tables else tables
    return html("party/codes.html", what=what, number=number, last=last, reachable=address() is not None)


@pages.get("/code.svg")
def code() -> Response:
    """Answer with the QR code of a steward or a table; 404 while no phone can open the address in
    the code."""
    what, number = _code_asked_for()
    return qr_code(codes_of_places.address(party_context().secret, what, number - 1)[1:])


def _code_asked_for() -> tuple[Literal["steward", "table"], int]:
    """Return the kind of code that the request asks for, `steward` or `table`, and its number, from 1."""
    number = request.args.get("number", 1, type=int)
    return ("table" if request.args.get("what") == "table" else "steward"), min(max(1, number), MAX_TABLES)


@pages.get("/results/<name>")
def results(name: str) -> Response:
    """Answer with a file of the party's results so far, such as `party.csv`; 404 if there is none."""
    write = party_context().results.get(name)
    if write is None:
        abort(404)
    answer = uncached(Response(write(party_context().moment().party), mimetype=guess_type(name)[0]))
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@pages.get("/papers/<name>")
def paper(name: str) -> Response:
    """Answer with a paper to print, such as `places.pdf`, on sheets of the given `size`, in the language
    of the phone. Answer 404 for an unknown paper, and while no phone can open the address in its codes."""
    draw, home, party = party_context().papers.get(name), address(), party_context().moment().party
    size = request.args.get("size", SHEET_SIZES[0])
    if draw is None or not party.rounds or size not in SHEET_SIZES:
        abort(404)
    if home is None:
        return problem(404, _("The machine is not on a network, so phones can't reach it."))
    answer = uncached(Response(draw(party, home.rstrip("/"), spoken(), size), mimetype="application/pdf"))
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@pages.post("/forget")
def forget() -> AnyResponse:
    """Forget the player's name `name`, so that no page shows it any more. The scores stay."""
    names, written = party_context().service.latest().party.names, request.form.get("name", "")
    player = next((one for one, name in names.items() if skeleton(name) == skeleton(written)), "nobody")
    form = forms.posted_form(forms.PlayerForm, player=player)
    if form.player not in names:
        raise FactRefusedError(_("Nobody has that name here."))
    party_context().service.host_says((PlayerForgotten(form.player),), form.key)
    return accepted(_("The name is forgotten. The scores stay."), "/host")


def _field_faults() -> list[str]:
    """Return a sentence for each faulty field of the host's set-up form, such as a number of hands that is
    too large."""
    faults = []
    hands, minutes = request.form.get("hands", ""), request.form.get("minutes", "")
    if not _is_number(hands, 1, MAX_HANDS):
        faults.append(_("Write the hands as a number from 1 to {most}.").format(most=MAX_HANDS))
    if not _is_number(request.form.get("fine", str(USUAL_FINE_POINTS)), 0, MAX_POINTS):
        faults.append(_("Write the fine as a number from 0 to {most}.").format(most=MAX_POINTS))
    if not _is_number(request.form.get("names_days", str(USUAL_NAMES_DAYS)), 0, MAX_NAMES_DAYS):
        faults.append(_("Write the days as a number from 0 to {most}.").format(most=MAX_NAMES_DAYS))
    try:
        right = MIN_MINUTES <= float(minutes.replace(",", ".")) <= MAX_MINUTES
    except ValueError:
        right = False
    if not right:
        faults.append(_("Write the minutes as a number up to {most}.").format(most=MAX_MINUTES))
    prizes = request.form.get("prizes", "").replace(",", " ").split()
    wrong = [one for one in prizes if not (one.isascii() and one.isalpha() and 2 <= len(one) <= 20)]
    if wrong:
        sentence = _("“{word}” is no prize word. Write words of 2 to 20 letters from A to Z.")
        faults.append(sentence.format(word=wrong[0][:20]))
    return faults


def _is_number(text: str, least: int, most: int) -> bool:
    return text.isascii() and text.isdigit() and least <= int(text[:6]) <= most


def _set_up(faults: tuple[str, ...] = ()) -> Response:
    people = player_names(request.form.get("names", ""))
    page = html(
        "party/set-up.html",
        said={**_DEFAULTS, **request.form},
        faults=faults,
        people=people,
        most=MAX_FAULTS_SHOWN,
        key=KEY_PLACEHOLDER,
    )
    page.set_data(with_new_keys(page.get_data(as_text=True)))
    page.status_code = 400 if faults else 200
    return page
