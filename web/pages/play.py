"""Receive the players' taps: the end of a turn, a challenge, an answer, a correction."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from engine.table.commands import GoOn, Hold, Refocus, StillPlaying
from web import requests
from web.access import identity
from web.languages import translate as _
from web.requests import (
    Answer,
    Blank,
    Challenge,
    Correct,
    Finished,
    Foresee,
    NamePrize,
    NotFinished,
    PhoneRequest,
    Time,
    TurnOver,
)
from web.responses import accepted, page_context
from web.snapshot import Snapshot

pages = Blueprint("play", __name__, url_prefix="/api")


@pages.post("/confirm")
def confirm() -> Response:
    """End the turn of the player on turn, from that player's own phone. Takes `{}`."""
    wish, shown = _wish(TurnOver), page_context().hub.latest().snapshot
    if shown.turn is not None and not identity.speaks_for(shown.turn):
        raise _anothers_turn(shown, shown.turn)
    return _pass_on(wish)


@pages.post("/finished")
def finished() -> Response:
    """End the turn of `player`, from another player's phone. Takes `{"player": 1}`."""
    return _pass_on(_wish(Finished))


@pages.post("/unfinished")
def unfinished() -> Response:
    """Continue the own turn after another player has just ended it. Takes `{}`."""
    wish, ended = _wish(NotFinished), page_context().hub.latest().snapshot.buttons.ended
    if ended is not None and not identity.speaks_for(ended):
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    return _pass_on(wish)


@pages.post("/hold")
def hold() -> Response:
    """Stop the countdown of the play on the table, or with `on` false let it continue. Takes `{"on":
    true}`."""
    return _pass_on(_wish(Hold))


@pages.post("/going")
def going() -> Response:
    """Note that the own play on the table is not finished. Takes `{}`."""
    return _pass_on(_of_the_turn(_wish(StillPlaying)))


@pages.post("/next")
def go_on() -> Response:
    """Take the next step between hands: the score, the deal, the next match. Takes `{}`."""
    return _pass_on(_wish(GoOn))


@pages.post("/challenge")
def challenge() -> Response:
    """Challenge the word just played, for the player `by`. Players may challenge for their own seats only.
    Takes `{"by": 1}`."""
    wish = _wish(Challenge)
    if not identity.speaks_for(wish.by):
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    return _pass_on(wish)


@pages.post("/answer")
def answer() -> Response:
    """Answer a question, for the player whose turn or hand it concerns. Takes `{"question": "q7",
    "choice": "A"}`."""
    wish, shown = _wish(Answer), page_context().hub.latest().snapshot
    asked = next((q for q in (shown.question, *shown.further) if q and q.id == wish.question), None)
    if asked is not None and not identity.acts_for(asked.player):
        raise requests.NotYoursError(_("That question is {name}'s.").format(name=_name(shown, asked.player)))
    return _pass_on(wish)


@pages.post("/correct")
def correct() -> Response:
    """Correct the reading of a card, for the player on turn or the one who played last. Takes `{"picture":
    12, "card": "c3", "letter": "E"}`."""
    wish = _wish(Correct)
    requests.check(wish, page_context().hub.latest().snapshot)
    may_correct()
    return _pass_on(wish)


@pages.post("/winnable")
def winnable() -> Response:
    """Ask whether this patience can still be won. The answer appears among the table's notes. Takes `{}`."""
    return _pass_on(_wish(Foresee))


@pages.post("/refocus")
def refocus() -> Response:
    """Make the camera focus and measure the light again. Takes `{}`."""
    return _pass_on(_wish(Refocus))


@pages.post("/prize")
def prize() -> Response:
    """Name a prize word. Every player at this table who spells it wins the prize. With `"room": true` only
    the first player in the whole room wins. Takes `{"word": "QUARTZ"}`."""
    return _pass_on(_wish(NamePrize))


@pages.post("/blank")
def blank() -> Response:
    """Report a blank block that its player laid on `square` for `letter`. Takes `{"square": "C7",
    "letter": "E"}`."""
    wish, shown = _wish(Blank), page_context().hub.latest().snapshot
    if not identity.acts_for(_last(shown)):
        raise requests.NotYoursError(_("That turn was another player's."))
    return _pass_on(wish)


@pages.post("/timer")
def timer() -> Response:
    """Start, pause or stop the timer, or add a minute. Refuse a player who is not on turn. Takes `{"do":
    "start", "minutes": 7}`."""
    return _pass_on(_of_the_turn(_wish(Time)))


def may_correct() -> None:
    """Raise NotYoursError unless the requesting phone may correct the reading of a card. Only the player
    on turn and the last player may."""
    shown = page_context().hub.latest().snapshot
    if not identity.acts_for(shown.turn) and not identity.acts_for(_last(shown)):
        raise _anothers_turn(shown, shown.turn)


def _of_the_turn(wish: requests.R) -> requests.R:
    """Return `wish` if the asking phone may act for the player on turn. Raise NotYoursError otherwise."""
    shown = page_context().hub.latest().snapshot
    requests.check(wish, shown)
    if not identity.acts_for(shown.turn):
        raise _anothers_turn(shown, shown.turn)
    return wish


def _anothers_turn(shown: Snapshot, seat: int | None) -> requests.NotYoursError:
    return requests.NotYoursError(_("It is {name}'s turn.").format(name=_name(shown, seat)))


def _last(shown: Snapshot) -> int | None:
    """Return the player who played last."""
    return next((one.player for one in shown.history if one.kind != "told"), None)


def _name(shown: Snapshot, seat: int | None) -> str:
    return "" if seat is None else shown.players[seat].name


def _wish(kind: type[requests.R]) -> requests.R:
    if request.mimetype in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return requests.from_form(request.form, kind)
    return requests.from_json(request.get_data(), kind)


def _pass_on(wish: PhoneRequest) -> Response:
    requests.check(wish, page_context().hub.latest().snapshot)
    page_context().submit(wish)
    return accepted(_("Got it."))
