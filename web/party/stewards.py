"""Answer the requests of a steward's phone: rule on calls, leave tables out, settle ties, correct scores,
add and remove people."""

import secrets

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from engine.party import (
    NOBODY,
    CallRuled,
    HubFact,
    PlayerEntered,
    PlayerLeft,
    PrizeWon,
    RoundScoreCorrected,
    TableLeftOut,
    WinnersDrawn,
    prize_of,
    scores,
    steward_of,
)
from engine.shared.player_names import MAX_NAME_LENGTH, clean_name, skeleton
from web.languages import translate as _
from web.party import forms
from web.party.access import phone_holder
from web.party.names import similar_name_warning
from web.party.party_service import FactRefusedError
from web.party.responses import party_context
from web.party.steward_view import own_tables
from web.party.ties import winners_by_app, winners_by_cut
from web.party.views import live_page_answer
from web.requests import MalformedError
from web.responses import accepted, html, problem, uncached

pages = Blueprint("steward", __name__, url_prefix="/steward")


@pages.get("")
def page() -> AnyResponse:
    """Show the calls of this steward's tables, and the tables for which the room waits. Redirect a host
    who is no steward to the host's page (303)."""
    return (
        redirect("/host", 303)
        if phone_holder().steward is None
        else live_page_answer("steward", "party/steward.html")
    )


@pages.post("/rule")
def rule() -> AnyResponse:
    """Rule on the call number `call` of `table`: the word is good, misspelt, or wrong in another way
    (PTY-6)."""
    form = forms.posted_form(forms.RulingForm)
    if (form.table, form.call) not in party_context().service.latest().party.calls:
        raise FactRefusedError(_("There is no such call."))
    send_fact(CallRuled(form.table, form.call, form.verdict), form.key)
    return accepted(_("The table has your ruling."), return_path())


@pages.get("/board/<int:table>/<int:call>.jpg")
def board(table: int, call: int) -> Response:
    """Answer with the picture that the camera of `table` took at the call number `call`. Answer 403 to the
    steward of other tables, 404 without a picture and after the ruling."""
    party, holder = party_context().service.latest().party, phone_holder()
    if not holder.host and holder.steward != steward_of(party, table):
        return problem(403, _("Only the steward of this table sees its cards."))
    waits = (table, call) in party.calls and (table, call) not in party.verdicts
    picture = party_context().service.board(table, call) if waits else None
    if picture is None:
        return problem(404, _("There is no picture with that call."))
    return uncached(Response(picture, mimetype="image/jpeg"))


@pages.post("/leave-out")
def leave_out() -> AnyResponse:
    """Let the round go on without the table `table`, so that the room does not wait for it."""
    form = forms.posted_form(forms.TableForm)
    send_fact(TableLeftOut(form.round, form.table), form.key)
    return accepted(
        _("Table {table} takes no part in this hand.").format(table=form.table + 1), return_path()
    )


@pages.post("/cut")
def cut() -> AnyResponse:
    """Settle a tie at `table`, as a steward. If the form's field `how` is `app`, the app draws the winners.
    Otherwise the fields `card-0`, `card-1` … hold the letters that the players at these seats have cut."""
    form = forms.posted_form(forms.TableForm)
    party = party_context().service.latest().party
    letters = forms.letters_by_seat()
    by_app = form.how == "app"
    won = winners_by_app(party, form.table) if by_app else winners_by_cut(party, form.table, letters)
    send_fact(WinnersDrawn(form.round, form.table, won), form.key)
    return accepted(_("The cut is settled."), return_path())


@pages.get("/scores")
def scores_of() -> Response:
    """Show the scores of `table` in `hand`, with fields to enter or correct them."""
    moment = party_context().moment()
    waits = moment.number > 1 and moment.bell == "none"
    number = request.args.get("hand", moment.number - waits, type=int)
    table = request.args.get("table", own_tables(moment, _steward()).start, type=int)
    known = 1 <= number <= moment.number and 0 <= table < len(moment.party.rounds[number - 1].room)
    row = moment.party.rounds[number - 1].room[table] if known else ()
    found = scores(moment.party, number, table) if known else {}
    reported = moment.party.card(number, table).reported or (None,) * len(row)
    people = [
        (seat, moment.name(one), reported[seat] if found[one] is None else found[one])
        for seat, one in enumerate(row)
        if one != NOBODY
    ]
    return html(
        "party/scores.html",
        moment=moment,
        number=number,
        table=table,
        people=people,
        tables=own_tables(moment, _steward()),
        back=return_path(),
        key=secrets.token_urlsafe(12),
    )


@pages.post("/scores")
def correct() -> AnyResponse:
    """Set the scores of `table` in `round` to the points in the form, and replace those that the table
    entered. The form has the points of a seat in the field `points-0`, `points-1` …; a seat with an empty
    field keeps its score."""
    form = forms.posted_form(forms.TableForm)
    rounds = party_context().service.latest().party.rounds
    if form.round > len(rounds) or form.table >= len(rounds[form.round - 1].room):
        raise FactRefusedError(_("There is no such table in that hand."))
    if not rounds[form.round - 1].rung:
        raise FactRefusedError(_("The bell has not begun this hand yet."))
    row, points_by_seat = rounds[form.round - 1].room[form.table], forms.points_by_seat()
    if not points_by_seat:
        raise MalformedError(_("Write the points first."))
    for seat, points in points_by_seat.items():
        if seat < len(row) and row[seat] != NOBODY:
            send_fact(RoundScoreCorrected(form.round, row[seat], points), f"{form.key}-{seat}")
    return accepted(
        _("The scores of table {table} are corrected.").format(table=form.table + 1), return_path()
    )


@pages.post("/prize")
def prize() -> AnyResponse:
    """Record that a player has spelt the prize word of the player's table. The form's field `where` holds the
    table and the seat, both from 0, such as `3-1`."""
    table, _dash, seat = request.form.get("where", "").partition("-")
    form = forms.posted_form(forms.SeatForm, table=table, seat=seat)
    word = prize_of(party_context().service.latest().party, form.table)
    send_fact(PrizeWon(form.round, form.table, form.seat, word), form.key)
    party = party_context().service.latest().party
    player = party.rounds[form.round - 1].room[form.table][form.seat]
    spellers = party.prizes.get(word, (player,))
    if player not in spellers:
        raise FactRefusedError(_("{name} spelt the prize word before.").format(name=party.names[spellers[0]]))
    return accepted(_("The prize word is spelt: {word}.").format(word=word), return_path())


@pages.post("/enter")
def enter() -> AnyResponse:
    """Let a player take part. The field `name` names a new player; the field `player` has the id of a player
    who had left. The player plays from this hand on if the bell has not begun this hand, otherwise from the
    next hand on."""
    form = forms.posted_form(forms.PlayerForm, player=request.form.get("player") or "new")
    party = party_context().service.latest().party
    if form.player in party.names:
        name, player = party.names[form.player], form.player
    else:
        if party.rules and party.rounds and party.rounds[-1].rung and len(party.rounds) >= party.rules.hands:
            raise FactRefusedError(
                _("This is the last hand, and its bell has rung. Nobody can join any more.")
            )
        name = clean_name(request.form.get("name", ""))
        if not name or len(name) > MAX_NAME_LENGTH:
            raise MalformedError(_("Write a name of up to {most} letters.").format(most=MAX_NAME_LENGTH))
        other = next((one for one in party.names.values() if skeleton(one) == skeleton(name)), None)
        if other is not None:
            raise FactRefusedError(similar_name_warning(name, other))
        player = f"p-{form.key}"
    party_context().service.host_says((PlayerEntered(player, name),), form.key)
    waits = bool(party.rounds) and not party.rounds[-1].rung
    sentence = _("{name} plays in this hand.") if waits else _("{name} plays from the next hand on.")
    return accepted(sentence.format(name=name), return_path())


@pages.post("/drop")
def drop() -> AnyResponse:
    """Let `player` leave the party: at once if the bell has not begun the hand, otherwise after the hand."""
    form = forms.posted_form(forms.PlayerForm)
    party = party_context().service.latest().party
    if form.player not in party.players:
        raise FactRefusedError(_("That player no longer takes part."))
    party_context().service.host_says((PlayerLeft(form.player),), form.key)
    if party.rounds and not party.rounds[-1].rung:
        sentence = _("{name} has left. The seats change where they have to.")
    else:
        sentence = _("{name} takes part until this hand is over.")
    return accepted(sentence.format(name=party.names[form.player]), return_path())


def send_fact(fact: HubFact, key: str) -> None:
    """Send a fact as the steward or the host who holds the requesting phone."""
    steward = _steward()
    if steward is None:
        party_context().service.host_says((fact,), key)
    else:
        party_context().service.steward_says(steward, fact, key)


def return_path() -> str:
    """Return the path to which a browser without scripts is redirected after a steward's request: `/steward`
    for a steward, `/host` for the host."""
    return "/host" if _steward() is None else "/steward"


def _steward() -> int | None:
    holder = phone_holder()
    as_host = holder.host and (holder.steward is None or request.values.get("as") == "host")
    return None if as_host else holder.steward
