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
from web.requests import MalformedError
from web.responses import accepted, fresh, html, problem
from web.room import forms
from web.room.access import asking_players
from web.room.names import similar_name_warning
from web.room.party_service import RoomRefusedError
from web.room.responses import desk
from web.room.steward_view import own_tables
from web.room.ties import drawn_by_app, drawn_by_cut
from web.room.views import shown

pages = Blueprint("steward", __name__, url_prefix="/steward")


@pages.get("")
def page() -> AnyResponse:
    """Show the calls of this steward's tables, and the tables for which the room waits."""
    return (
        redirect("/host", 303) if asking_players().steward is None else shown("steward", "room/steward.html")
    )


@pages.post("/rule")
def rule() -> AnyResponse:
    """Rule on the call number `call` of `table`: the word is good, misspelt, or wrong otherwise (PTY-6)."""
    form = forms.posted(forms.Ruling)
    if (form.table, form.call) not in desk().room.latest().party.calls:
        raise RoomRefusedError(_("There is no such call."))
    say(CallRuled(form.table, form.call, form.verdict), form.key)
    return accepted(_("The table has your ruling."), back())


@pages.get("/board/<int:table>/<int:call>.jpg")
def board(table: int, call: int) -> Response:
    """Answer with the picture that the camera of `table` took at the call number `call`. Answer 403 to the
    steward of other tables, 404 without a picture and after the ruling."""
    party, asks = desk().room.latest().party, asking_players()
    if not asks.host and asks.steward != steward_of(party, table):
        return problem(403, _("Only the steward of this table sees its cards."))
    waits = (table, call) in party.calls and (table, call) not in party.verdicts
    picture = desk().room.board(table, call) if waits else None
    if picture is None:
        return problem(404, _("There is no picture with that call."))
    return fresh(Response(picture, mimetype="image/jpeg"))


@pages.post("/leave-out")
def leave_out() -> AnyResponse:
    """Let the round continue without the table `table`."""
    form = forms.posted(forms.OfTable)
    say(TableLeftOut(form.round, form.table), form.key)
    return accepted(_("Table {table} takes no part in this hand.").format(table=form.table + 1), back())


@pages.post("/cut")
def cut() -> AnyResponse:
    """Settle a tie at `table`: the app draws (`how` is `app`), or the players have cut the letters
    `card-SEAT`."""
    form = forms.posted(forms.OfTable)
    party = desk().room.latest().party
    letters = forms.letters_by_seat()
    by_app = form.how == "app"
    won = drawn_by_app(party, form.table) if by_app else drawn_by_cut(party, form.table, letters)
    say(WinnersDrawn(form.round, form.table, won), form.key)
    return accepted(_("The cut is settled."), back())


@pages.get("/scores")
def scores_of() -> Response:
    """Show the scores of `table` in `hand`, with fields to enter or correct them."""
    moment = desk().moment()
    number = request.args.get("hand", moment.number, type=int)
    table = request.args.get("table", own_tables(moment, _steward()).start, type=int)
    known = 1 <= number <= moment.number and 0 <= table < len(moment.party.rounds[number - 1].room)
    row = moment.party.rounds[number - 1].room[table] if known else ()
    found = scores(moment.party, number, table) if known else {}
    said = moment.party.card(number, table).reported or (None,) * len(row)
    people = [
        (seat, moment.name(one), said[seat] if found[one] is None else found[one])
        for seat, one in enumerate(row)
        if one != NOBODY
    ]
    return html(
        "room/scores.html",
        moment=moment,
        number=number,
        table=table,
        people=people,
        tables=own_tables(moment, _steward()),
        back=back(),
        key=secrets.token_urlsafe(12),
    )


@pages.post("/scores")
def correct() -> AnyResponse:
    """Set the scores of `table` in `round` from the field `points-SEAT` of each filled seat. They replace
    the scores that the table entered."""
    form = forms.posted(forms.OfTable)
    rounds = desk().room.latest().party.rounds
    if form.round > len(rounds) or form.table >= len(rounds[form.round - 1].room):
        raise RoomRefusedError(_("There is no such table in that hand."))
    row, said = rounds[form.round - 1].room[form.table], forms.points_by_seat()
    if not said:
        raise MalformedError(_("Write the points first."))
    for seat, points in said.items():
        if seat < len(row) and row[seat] != NOBODY:
            say(RoundScoreCorrected(form.round, row[seat], points), f"{form.key}-{seat}")
    return accepted(_("The scores of table {table} are corrected.").format(table=form.table + 1), back())


@pages.post("/prize")
def prize() -> AnyResponse:
    """Record that the player at `where`, a table and a seat such as `3-1`, has spelt that table's prize
    word."""
    table, _dash, seat = request.form.get("where", "").partition("-")
    form = forms.posted(forms.OfSeat, table=table, seat=seat)
    word = prize_of(desk().room.latest().party, form.table)
    say(PrizeWon(form.round, form.table, form.seat, word), form.key)
    return accepted(_("The prize word is spelt: {word}.").format(word=word), back())


@pages.post("/enter")
def enter() -> AnyResponse:
    """Let a player take part from the next round on: a new one called `name`, or `player`, who had left."""
    form = forms.posted(forms.OfPlayer, player=request.form.get("player") or "new")
    party = desk().room.latest().party
    if form.player in party.names:
        name, player = party.names[form.player], form.player
    else:
        name = clean_name(request.form.get("name", ""))
        if not name or len(name) > MAX_NAME_LENGTH:
            raise MalformedError(_("Write a name of up to {most} letters.").format(most=MAX_NAME_LENGTH))
        other = next((one for one in party.names.values() if skeleton(one) == skeleton(name)), None)
        if other is not None:
            raise RoomRefusedError(similar_name_warning(name, other))
        player = f"p-{form.key}"
    desk().room.host_says((PlayerEntered(player, name),), form.key)
    waits = bool(party.rounds) and not party.rounds[-1].rung
    sentence = _("{name} plays in this hand.") if waits else _("{name} plays from the next hand on.")
    return accepted(sentence.format(name=name), back())


@pages.post("/drop")
def drop() -> AnyResponse:
    """Let `player` leave the party from the next round on."""
    form = forms.posted(forms.OfPlayer)
    party = desk().room.latest().party
    if form.player not in party.players:
        raise RoomRefusedError(_("That player takes part no longer."))
    desk().room.host_says((PlayerLeft(form.player),), form.key)
    if party.rounds and not party.rounds[-1].rung:
        sentence = _("{name} has left. The seats change where they have to.")
    else:
        sentence = _("{name} takes part until this hand is over, and no longer.")
    return accepted(sentence.format(name=party.names[form.player]), back())


def say(fact: HubFact, key: str) -> None:
    """Send a fact as the steward or the host who holds the requesting phone."""
    steward = _steward()
    if steward is None:
        desk().room.host_says((fact,), key)
    else:
        desk().room.steward_says(steward, fact, key)


def back() -> str:
    """Return the address of the page to which a phone without JavaScript returns."""
    return "/host" if _steward() is None else "/steward"


def _steward() -> int | None:
    asks = asking_players()
    as_host = asks.host and (asks.steward is None or request.values.get("as") == "host")
    return None if as_host else asks.steward
