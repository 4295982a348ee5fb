"""Receive the players' taps: the end of a turn, a challenge, an answer, a correction."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from engine.table.commands import GoOn, Hold, Refocus, StillPlaying
from web import requests
from web.access import identity
from web.languages import translate as _
from web.requests import (
    Answer,
    AskWinnable,
    Blank,
    Challenge,
    ChangeTimer,
    Correct,
    NamePrize,
    NotFinished,
    PhoneRequest,
    PlayerFinished,
    TurnOver,
)
from web.responses import accepted, page_context
from web.snapshot import Snapshot

pages = Blueprint("taps", __name__, url_prefix="/api")


@pages.post("/confirm")
def confirm() -> Response:
    """End the turn of the player on turn, from that player's own phone or a steward's. The body is `{}`."""
    phone_request, shown = _phone_request(TurnOver), page_context().hub.latest().snapshot
    if shown.turn is not None and not identity.speaks_for(shown.turn):
        raise _not_your_turn(shown, shown.turn)
    return _submit(phone_request)


@pages.post("/finished")
def finished() -> Response:
    """End the turn of `player`, from another player's phone. The body is `{"player": 1}`."""
    return _submit(_phone_request(PlayerFinished))


@pages.post("/unfinished")
def unfinished() -> Response:
    """Continue the player's own turn, which another player has just ended. The body is `{}`."""
    phone_request, ended = _phone_request(NotFinished), page_context().hub.latest().snapshot.buttons.ended
    if ended is not None and not identity.speaks_for(ended):
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    return _submit(phone_request)


@pages.post("/hold")
def hold() -> Response:
    """Stop the countdown of the play on the table, or with `on` false let it continue. The body is `{"on":
    true}`."""
    return _submit(_phone_request(Hold))


@pages.post("/going")
def going() -> Response:
    """Note that the player on turn has not finished the play on the table. The body is `{}`."""
    return _submit(_checked_for_turn(_phone_request(StillPlaying)))


@pages.post("/next")
def go_on() -> Response:
    """Take the next step between hands: the score, the deal, the next match. The body is `{}`."""
    return _submit(_phone_request(GoOn))


@pages.post("/challenge")
def challenge() -> Response:
    """Challenge the word just played, for the player `by`. Players may challenge for their own seats only.
    The body is `{"by": 1}`."""
    phone_request = _phone_request(Challenge)
    if not identity.speaks_for(phone_request.by):
        raise requests.NotYoursError(_("That seat belongs to another phone."))
    return _submit(phone_request)


@pages.post("/answer")
def answer() -> Response:
    """Answer a question, for the player whose turn or hand it concerns. The body is `{"question": "q7",
    "choice": "A"}`."""
    phone_request, shown = _phone_request(Answer), page_context().hub.latest().snapshot
    asked = next((q for q in (shown.question, *shown.further) if q and q.id == phone_request.question), None)
    if asked is not None and not identity.acts_for(asked.player):
        raise requests.NotYoursError(_("That question is {name}'s.").format(name=_name(shown, asked.player)))
    return _submit(phone_request)


@pages.post("/correct")
def correct() -> Response:
    """Correct the reading of a card, for the player on turn or the player who played last. The body is
    `{"picture": 12, "card": "c3", "letter": "E"}`."""
    phone_request = _phone_request(Correct)
    requests.check(phone_request, page_context().hub.latest().snapshot)
    check_may_correct()
    return _submit(phone_request)


@pages.post("/winnable")
def winnable() -> Response:
    """Ask whether this patience can still be won. The answer appears among the table's notes. The body is
    `{}`."""
    return _submit(_phone_request(AskWinnable))


@pages.post("/refocus")
def refocus() -> Response:
    """Make the camera focus and measure the light again. The body is `{}`."""
    return _submit(_phone_request(Refocus))


@pages.post("/prize")
def prize() -> Response:
    """Make `word` a prize word. Every player at this table who spells the word wins the prize; with `"room":
    true`, only the first player in the whole room. The body is `{"word": "QUARTZ"}`."""
    return _submit(_phone_request(NamePrize))


@pages.post("/blank")
def blank() -> Response:
    """Report a blank block that its player laid on `square` for `letter`. The body is `{"square": "C7",
    "letter": "E"}`."""
    phone_request, shown = _phone_request(Blank), page_context().hub.latest().snapshot
    if not identity.acts_for(_last_player(shown)):
        raise requests.NotYoursError(_("That turn was another player's."))
    return _submit(phone_request)


@pages.post("/timer")
def timer() -> Response:
    """Start, pause or stop the timer, or add a minute. Refuse a player who is not on turn. The body is
    `{"do": "start", "minutes": 7}`."""
    return _submit(_checked_for_turn(_phone_request(ChangeTimer)))


def check_may_correct() -> None:
    """Raise NotYoursError if the requesting phone may act neither for the player on turn nor for the player
    who played last. Only these two may correct the reading of a card."""
    shown = page_context().hub.latest().snapshot
    if not identity.acts_for(shown.turn) and not identity.acts_for(_last_player(shown)):
        raise _not_your_turn(shown, shown.turn)


def _checked_for_turn(phone_request: requests.R) -> requests.R:
    """Return `phone_request` if the requesting phone may act for the player on turn. Raise NotYoursError if
    another player is on turn."""
    shown = page_context().hub.latest().snapshot
    requests.check(phone_request, shown)
    if not identity.acts_for(shown.turn):
        raise _not_your_turn(shown, shown.turn)
    return phone_request


def _not_your_turn(shown: Snapshot, seat: int | None) -> requests.NotYoursError:
    return requests.NotYoursError(_("It is {name}'s turn.").format(name=_name(shown, seat)))


def _last_player(shown: Snapshot) -> int | None:
    """Return the seat of the player who played last; None before the first play."""
    return next((one.player for one in shown.history if one.kind != "told"), None)


def _name(shown: Snapshot, seat: int | None) -> str:
    return "" if seat is None else shown.players[seat].name


def _phone_request(kind: type[requests.R]) -> requests.R:
    if request.mimetype in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return requests.from_form(request.form, kind)
    return requests.from_json(request.get_data(), kind)


def _submit(phone_request: PhoneRequest) -> Response:
    requests.check(phone_request, page_context().hub.latest().snapshot)
    page_context().submit(phone_request)
    return accepted(_("Got it."))
