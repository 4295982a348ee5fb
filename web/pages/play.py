"""What players tell the table: the turn is over, a challenge, an answer, a correction."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from web import requests
from web.access import identity
from web.desk import desk, heard
from web.languages import translate as _
from web.requests import (
    Answer,
    Blank,
    Challenge,
    Correct,
    Foresee,
    GoOn,
    Hold,
    NamePrize,
    PhoneRequest,
    Refocus,
    StillPlaying,
    Time,
    TurnOver,
)

pages = Blueprint("play", __name__, url_prefix="/api")


@pages.post("/confirm")
def confirm() -> Response:
    """`{}`: the turn is over."""
    return _pass_on(_wish(TurnOver))


@pages.post("/hold")
def hold() -> Response:
    """`{"on": true}`: the countdown of the play that lies there is held, or, with false, goes on."""
    return _pass_on(_wish(Hold))


@pages.post("/going")
def going() -> Response:
    """`{}`: the play that lies there is not finished."""
    return _pass_on(_wish(StillPlaying))


@pages.post("/next")
def go_on() -> Response:
    """`{}`: whatever comes next between hands: the score, the deal, the next match."""
    return _pass_on(_wish(GoOn))


@pages.post("/challenge")
def challenge() -> Response:
    """`{"by": 1}`: player 1 challenges the word just played. Players speak for their own seats only."""
    wish = _wish(Challenge)
    asking = identity.phone()
    if wish.by not in asking.seats and not asking.steward:
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    return _pass_on(wish)


@pages.post("/answer")
def answer() -> Response:
    """`{"question": "q7", "choice": "A"}`."""
    return _pass_on(_wish(Answer))


@pages.post("/correct")
def correct() -> Response:
    """`{"picture": 12, "card": "c3", "letter": "E"}`: what that card really says."""
    return _pass_on(_wish(Correct))


@pages.post("/winnable")
def winnable() -> Response:
    """`{}`: can this patience still be won? What is found out is told with the table's notes."""
    return _pass_on(_wish(Foresee))


@pages.post("/refocus")
def refocus() -> Response:
    """`{}`: the camera is to focus and measure the light anew."""
    return _pass_on(_wish(Refocus))


@pages.post("/prize")
def prize() -> Response:
    """`{"word": "QUARTZ"}`: everybody who spells it wins this table's prize; with `"room": true` the first
    who does wins the room's."""
    return _pass_on(_wish(NamePrize))


@pages.post("/blank")
def blank() -> Response:
    """`{"square": "C7", "letter": "E"}`: a blank block was laid there last, and is that letter."""
    return _pass_on(_wish(Blank))


@pages.post("/timer")
def timer() -> Response:
    """`{"do": "start", "minutes": 7}`: start, pause, add a minute or stop."""
    return _pass_on(_wish(Time))


def _wish(kind: type[requests.R]) -> requests.R:
    if request.mimetype in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return requests.from_form(request.form, kind)
    return requests.from_json(request.get_data(), kind)


def _pass_on(wish: PhoneRequest) -> Response:
    requests.check(wish, desk().hub.latest().snapshot)
    desk().submit(wish)
    return heard(_("The table has heard you."))
