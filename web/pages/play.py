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
    Finished,
    Foresee,
    GoOn,
    Hold,
    NamePrize,
    NotFinished,
    PhoneRequest,
    Refocus,
    StillPlaying,
    Time,
    TurnOver,
)

pages = Blueprint("play", __name__, url_prefix="/api")


@pages.post("/confirm")
def confirm() -> Response:
    """`{}`: the turn is over, says its player. Of another's turn that is said by name."""
    wish, shown = _wish(TurnOver), desk().hub.latest().snapshot
    if shown.turn is not None and not _speaks_for(shown.turn):
        name = shown.players[shown.turn].name
        raise requests.NotYoursError(_("It is {name}'s turn.").format(name=name))
    return _pass_on(wish)


@pages.post("/finished")
def finished() -> Response:
    """`{"player": 1}`: player 1, whose turn it is, has finished, says somebody else."""
    return _pass_on(_wish(Finished))


@pages.post("/unfinished")
def unfinished() -> Response:
    """`{}`: the turn that somebody else has just ended goes on, says its player."""
    wish, ended = _wish(NotFinished), desk().hub.latest().snapshot.ended
    if ended is not None and not _speaks_for(ended):
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    return _pass_on(wish)


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
    if not _speaks_for(wish.by):
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


def _speaks_for(seat: int) -> bool:
    """Whether the phone that asks has that seat, or is the steward's."""
    asking = identity.phone()
    return seat in asking.seats or asking.steward


def _wish(kind: type[requests.R]) -> requests.R:
    if request.mimetype in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return requests.from_form(request.form, kind)
    return requests.from_json(request.get_data(), kind)


def _pass_on(wish: PhoneRequest) -> Response:
    requests.check(wish, desk().hub.latest().snapshot)
    desk().submit(wish)
    return heard(_("Got it."))
