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
from web.snapshot import Snapshot

pages = Blueprint("play", __name__, url_prefix="/api")


@pages.post("/confirm")
def confirm() -> Response:
    """`{}`: the turn is over, says its player. Of another's turn that is said by name."""
    wish, shown = _wish(TurnOver), desk().hub.latest().snapshot
    if shown.turn is not None and not identity.speaks_for(shown.turn):
        raise _anothers_turn(shown, shown.turn)
    return _pass_on(wish)


@pages.post("/finished")
def finished() -> Response:
    """`{"player": 1}`: player 1, whose turn it is, has finished, says somebody else."""
    return _pass_on(_wish(Finished))


@pages.post("/unfinished")
def unfinished() -> Response:
    """`{}`: the turn that somebody else has just ended goes on, says its player."""
    wish, ended = _wish(NotFinished), desk().hub.latest().snapshot.ended
    if ended is not None and not identity.speaks_for(ended):
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    return _pass_on(wish)


@pages.post("/hold")
def hold() -> Response:
    """`{"on": true}`: the countdown of the play that lies there is held, or, with false, goes on."""
    return _pass_on(_wish(Hold))


@pages.post("/going")
def going() -> Response:
    """`{}`: the play that lies there is not finished, says its player."""
    return _pass_on(_of_the_turn(_wish(StillPlaying)))


@pages.post("/next")
def go_on() -> Response:
    """`{}`: whatever comes next between hands: the score, the deal, the next match."""
    return _pass_on(_wish(GoOn))


@pages.post("/challenge")
def challenge() -> Response:
    """`{"by": 1}`: player 1 challenges the word just played. Players speak for their own seats only."""
    wish = _wish(Challenge)
    if not identity.speaks_for(wish.by):
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    return _pass_on(wish)


@pages.post("/answer")
def answer() -> Response:
    """`{"question": "q7", "choice": "A"}`, from the player whose turn or hand it is about."""
    wish, shown = _wish(Answer), desk().hub.latest().snapshot
    asked = next((q for q in (shown.question, *shown.further) if q and q.id == wish.question), None)
    if asked is not None and not identity.acts_for(asked.player):
        raise requests.NotYoursError(_("That question is {name}'s.").format(name=_name(shown, asked.player)))
    return _pass_on(wish)


@pages.post("/correct")
def correct() -> Response:
    """`{"picture": 12, "card": "c3", "letter": "E"}`: what that card really says, from whoever
    plays or played last."""
    wish = _wish(Correct)
    requests.check(wish, desk().hub.latest().snapshot)
    may_correct()
    return _pass_on(wish)


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
    """`{"square": "C7", "letter": "E"}`: a blank block was laid there last, and is that letter, says whoever
    laid it."""
    wish, shown = _wish(Blank), desk().hub.latest().snapshot
    if not identity.acts_for(_last(shown)):
        raise requests.NotYoursError(_("That turn was another player's."))
    return _pass_on(wish)


@pages.post("/timer")
def timer() -> Response:
    """`{"do": "start", "minutes": 7}`: start, pause, add a minute or stop, while it is
    nobody else's turn."""
    return _pass_on(_of_the_turn(_wish(Time)))


def may_correct() -> None:
    """Raise NotYoursError unless the phone that asks may say what a card really is: whoever plays knows, and
    whoever played last."""
    shown = desk().hub.latest().snapshot
    if not identity.acts_for(shown.turn) and not identity.acts_for(_last(shown)):
        raise _anothers_turn(shown, shown.turn)


def _of_the_turn(wish: requests.R) -> requests.R:
    """`wish`, which is for whoever plays now."""
    shown = desk().hub.latest().snapshot
    requests.check(wish, shown)
    if not identity.acts_for(shown.turn):
        raise _anothers_turn(shown, shown.turn)
    return wish


def _anothers_turn(shown: Snapshot, seat: int | None) -> requests.NotYoursError:
    return requests.NotYoursError(_("It is {name}'s turn.").format(name=_name(shown, seat)))


def _last(shown: Snapshot) -> int | None:
    """Who played last."""
    return next((one.player for one in shown.history if one.kind != "told"), None)


def _name(shown: Snapshot, seat: int | None) -> str:
    return "" if seat is None else shown.players[seat].name


def _wish(kind: type[requests.R]) -> requests.R:
    if request.mimetype in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return requests.from_form(request.form, kind)
    return requests.from_json(request.get_data(), kind)


def _pass_on(wish: PhoneRequest) -> Response:
    requests.check(wish, desk().hub.latest().snapshot)
    desk().submit(wish)
    return heard(_("Got it."))
