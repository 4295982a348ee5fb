"""Receive the players' taps: the turn is over, a challenge, an answer, a correction."""

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
    """End the turn, as its player says. Another phone ends it by name (`finished`). Takes `{}`."""
    wish, shown = _wish(TurnOver), page_context().hub.latest().snapshot
    if shown.turn is not None and not identity.speaks_for(shown.turn):
        raise _anothers_turn(shown, shown.turn)
    return _pass_on(wish)


@pages.post("/finished")
def finished() -> Response:
    """End the turn of player 1, as somebody else says. Takes `{"player": 1}`."""
    return _pass_on(_wish(Finished))


@pages.post("/unfinished")
def unfinished() -> Response:
    """Go on with the turn that somebody else has just ended, as its player says. Takes `{}`."""
    wish, ended = _wish(NotFinished), page_context().hub.latest().snapshot.buttons.ended
    if ended is not None and not identity.speaks_for(ended):
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    return _pass_on(wish)


@pages.post("/hold")
def hold() -> Response:
    """Hold the countdown of the play that lies there, or, with false, let it go on. Takes `{"on": true}`."""
    return _pass_on(_wish(Hold))


@pages.post("/going")
def going() -> Response:
    """Say that the play that lies there is not finished, as its player does. Takes `{}`."""
    return _pass_on(_of_the_turn(_wish(StillPlaying)))


@pages.post("/next")
def go_on() -> Response:
    """Do the next thing between hands: the score, the deal, the next match. Takes `{}`."""
    return _pass_on(_wish(GoOn))


@pages.post("/challenge")
def challenge() -> Response:
    """Challenge the word just played, as player 1. Players speak for their own seats only. Takes
    `{"by": 1}`.
    """
    wish = _wish(Challenge)
    if not identity.speaks_for(wish.by):
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    return _pass_on(wish)


@pages.post("/answer")
def answer() -> Response:
    """Answer a question, as the player whose turn or hand it concerns. Takes `{"question": "q7", "choice":
    "A"}`.
    """
    wish, shown = _wish(Answer), page_context().hub.latest().snapshot
    asked = next((q for q in (shown.question, *shown.further) if q and q.id == wish.question), None)
    if asked is not None and not identity.acts_for(asked.player):
        raise requests.NotYoursError(_("That question is {name}'s.").format(name=_name(shown, asked.player)))
    return _pass_on(wish)


@pages.post("/correct")
def correct() -> Response:
    """Correct what that card really says, from the player who plays or played last. Takes
    `{"picture": 12, "card": "c3", "letter": "E"}`.
    """
    wish = _wish(Correct)
    requests.check(wish, page_context().hub.latest().snapshot)
    may_correct()
    return _pass_on(wish)


@pages.post("/winnable")
def winnable() -> Response:
    """Ask whether this patience can still be won. The table's notes tell the answer. Takes `{}`."""
    return _pass_on(_wish(Foresee))


@pages.post("/refocus")
def refocus() -> Response:
    """Let the camera focus and measure the light anew. Takes `{}`."""
    return _pass_on(_wish(Refocus))


@pages.post("/prize")
def prize() -> Response:
    """Name a prize word. Everybody who spells it wins this table's prize; with `"room": true` the first who
    does wins the room's. Takes `{"word": "QUARTZ"}`.
    """
    return _pass_on(_wish(NamePrize))


@pages.post("/blank")
def blank() -> Response:
    """Say that a blank block was laid there last and is that letter, as its player does. Takes
    `{"square": "C7", "letter": "E"}`.
    """
    wish, shown = _wish(Blank), page_context().hub.latest().snapshot
    if not identity.acts_for(_last(shown)):
        raise requests.NotYoursError(_("That turn was another player's."))
    return _pass_on(wish)


@pages.post("/timer")
def timer() -> Response:
    """Start, pause or stop the timer, or add a minute, while it is nobody else's turn. Takes
    `{"do": "start", "minutes": 7}`.
    """
    return _pass_on(_of_the_turn(_wish(Time)))


def may_correct() -> None:
    """Raise NotYoursError unless the asking phone may correct a card: only the player on turn and the last
    player know it.
    """
    shown = page_context().hub.latest().snapshot
    if not identity.acts_for(shown.turn) and not identity.acts_for(_last(shown)):
        raise _anothers_turn(shown, shown.turn)


def _of_the_turn(wish: requests.R) -> requests.R:
    """Return `wish`, which is for the player on turn."""
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
