"""Answer the requests of a table's phones: report that the table is ready, count, initial, call the
steward, cut."""

from flask import Blueprint, request
from werkzeug.wrappers import Response as AnyResponse

from engine.party import TableReady, left_of
from web.languages import translate as _
from web.party import forms
from web.party.access import phone_holder
from web.party.party_service import FactRefusedError
from web.party.responses import party_context
from web.party.table_messages import TableAtParty
from web.party.ties import seats_to_cut, winners_by_app, winners_by_cut
from web.requests import MalformedError, NotYoursError
from web.responses import accepted

pages = Blueprint("player", __name__)


@pages.post("/ready")
def ready() -> AnyResponse:
    """Report that everybody at the phone's table is ready. If the field `ready` is no, withdraw
    the report."""
    form = forms.posted_form(forms.ReadyForm)
    table, _own_seats = _table(form.round)
    fact = TableReady(form.round, form.ready, table.player_ids)
    table.service.table_says(table.table_number, fact, form.key)
    return accepted(_("Your table is ready.") if form.ready else _("The bell waits for your table."))


@pages.post("/count")
def count() -> AnyResponse:
    """Enter the scores of the hand at the phone's table. The form has the points of each seat in the field
    `points-0`, `points-1` … If the form has the field `undo` while the hand is played, delete the table's
    scores, so that its hand continues."""
    form = forms.posted_form(forms.RoundForm)
    table, _own_seats = _table(form.round)
    if "undo" in request.form and party_context().moment().bell == "running":
        table.clear_scores(form.key)
        return accepted(_("The hand goes on."))
    points = forms.points_by_seat()
    if not points:
        raise MalformedError(_("Write the points first."))
    if not all(seat < len(table.player_ids) and table.player_ids[seat] for seat in points):
        raise NotYoursError(_("Nobody sits there."))
    if party_context().moment().bell in ("none", "soon"):
        raise FactRefusedError(_("The bell has not begun this hand yet."))
    table.report_scores(points, form.key)
    return accepted(_("Your points are written down."))


@pages.post("/initial")
def initial() -> AnyResponse:
    """Initial the score of `seat` for a player of this phone. Refuse with 403 if none of the phone's players
    is the left neighbour of `seat`, who checks that score."""
    form = forms.posted_form(forms.InitialForm)
    table, own_seats = _table(form.round)
    if (
        form.seat >= len(table.player_ids)
        or not table.player_ids[form.seat]
        or left_of(table.player_ids, form.seat) not in own_seats
    ):
        raise NotYoursError(_("Only the neighbour on the left may initial that score."))
    table.initial_score(form.seat, form.points, form.key)
    return accepted(_("Your initials are on that score."))


@pages.post("/call")
def call() -> AnyResponse:
    """Call the steward, because the player at seat `by` challenges `word`. The player at seat `against` laid
    the word. The phone must speak for the seat `by`."""
    word = forms.posted_word()
    if "against" not in request.form:
        raise MalformedError(_("Say who laid the word."))
    form = forms.posted_form(forms.StewardCallForm, word=word)
    table, own_seats = _table(form.round)
    if form.by not in own_seats:
        raise NotYoursError(_("This phone does not speak for that seat."))
    if form.against == form.by or form.against >= len(table.player_ids) or not table.player_ids[form.against]:
        raise NotYoursError(_("Say who of the others laid the word."))
    table.call_steward(word, form.by, form.against, form.key)
    return accepted(_("The steward is called."))


@pages.post("/cut")
def cut() -> AnyResponse:
    """Settle a tie at the phone's table. If the form's field `how` is `app`, the app draws the winners.
    Otherwise the fields `card-0`, `card-1` … hold the letters that the players at these seats have cut."""
    form = forms.posted_form(forms.TableForm)
    table, own_seats = _table(form.round)
    party = party_context().service.latest().party
    tied = seats_to_cut(party, table.table_number)
    if form.table != table.table_number or (tied and not set(own_seats) & set(tied)):
        raise NotYoursError(_("Players who tie say which card they have cut."))
    by_app = form.how == "app"
    won = (
        winners_by_app(party, table.table_number)
        if by_app
        else winners_by_cut(party, table.table_number, forms.letters_by_seat())
    )
    table.report_winners(won, form.key)
    return accepted(_("The cut is settled."))


def _table(number: int) -> tuple[TableAtParty, tuple[int, ...]]:
    """Return the table of this phone's first player in the present round, and the seats of the phone's
    players there. Raise NotYoursError if none of them has a seat, and FactRefusedError if the round `number`,
    which the page showed, is over."""
    moment = party_context().moment()
    sits = [one for one in phone_holder().players if one in moment.seats]
    if not sits or moment.round is None:
        raise NotYoursError(_("You sit at no table in this hand."))
    if number != moment.number or moment.round.over:
        raise FactRefusedError(_("That hand is over. Your page shows the next one in a moment."))
    table = moment.seats[sits[0]][0]
    own = tuple(seat for one in sits for at, seat in (moment.seats[one],) if at == table)
    return TableAtParty(party_context().service, moment.number, table, moment.round.room[table]), own
