"""The match looked back on, turn by turn with its pictures; and what of it people put right."""

import time
from typing import Final

from flask import Blueprint, Response, abort, current_app, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from engine.best import Reviewed
from engine.notation import NotationError, format_position, parse_position
from engine.position import Fronts, Grid, Piles, Position, Rows
from web import past, requests
from web.access import identity
from web.archive import Archive
from web.desk import desk, fresh, happened, html
from web.evenings import matches
from web.languages import translate as _
from web.requests import Amend, Overrule, PhoneRequest, Rewind, SetTotal
from web.reviewing import Reviews

pages = Blueprint("history", __name__, url_prefix="/history")

BY_A_HAND: Final = 200
"""Points by which players may put their own totals right: ten cards of the highest figures are fewer."""
BLANK: Final = 1
"""Lines for words that the camera did not see, beside those it saw."""


@pages.get("")
def page() -> Response:
    """Every hand of play, the newest first."""
    number = len(list(matches(_archive().events())))
    return html("history.html", past=_told(), refused=_refused(), when=_clock(), number=number)


@pages.get("/<int:event>")
def turn(event: int) -> Response:
    """One turn: what lay there, what was ruled, and what may be put right."""
    told = _known()
    place = _place(told, event)
    one = told.turns[place]
    return html(
        "turn.html",
        past=told,
        turn=one,
        earlier=told.turns[place - 1] if place else None,
        later=told.turns[place + 1] if place + 1 < len(told.turns) else None,
        picture=_pictured(told, place),
        lines=_lines(one.lay),
        mine=identity.speaks_for(one.player),
        challenge=_last_challenge(told, one),
        when=_clock(),
    )


@pages.get("/<int:event>.jpg")
def picture(event: int) -> AnyResponse:
    """The picture kept of that event; 404 when there is none."""
    jpeg = _archive().picture(event)
    if jpeg is None:
        abort(404, _("No such picture."))
    return fresh(Response(jpeg, mimetype="image/jpeg"))


@pages.get("/hand/<int:number>")
def hand(number: int) -> Response:
    """What could have been played in a hand that is over, turn by turn."""
    told = _known()
    one = next((hand for hand in told.hands if hand.number == number and hand.scored is not None), None)
    if one is None or one.scored is None:
        abort(404, _("No hand of that number is over."))
    return html("missed.html", past=told, hand=one, reviewed=_reviewed(one.scored))


@pages.post("/amend")
def amend() -> AnyResponse:
    """`event`, and `line` for each line or `after` as a whole: what that turn really left. Players speak for
    their own turns, the steward for all."""
    told = _known()
    one = told.turns[_place(told, _number("event"))]
    _require_mine(one.player, _("That turn was another player's."))
    return _put_right(Amend(one.number, _after(one.lay)), f"/history/{one.number}")


@pages.post("/back")
def back() -> AnyResponse:
    """`event`: everything after that turn is undone."""
    told = _known()
    one = told.turns[_place(told, _number("event"))]
    return _put_right(Rewind(one.number), "/history")


@pages.post("/total")
def total() -> AnyResponse:
    """`player`, `total`: what it really is. Players speak for themselves, by as much as a hand may bring; the
    steward for all."""
    wish = requests.from_form({name: request.form.get(name) for name in ("player", "total")}, SetTotal)
    _require_mine(wish.player, _("That score is another player's."))
    players = desk().hub.latest().snapshot.players[wish.player :]
    if players and abs(wish.total - players[0].total) > BY_A_HAND and not identity.phone().steward:
        raise requests.NotYoursError(_("No hand changes a score by that much. The steward can set it."))
    return _put_right(wish, "/history")


@pages.post("/overrule")
def overrule() -> AnyResponse:
    """`event`, `verdict`: the challenge that was settled last is settled so."""
    fields = {name: request.form.get(name) for name in ("event", "verdict")}
    wish = requests.from_form(fields, Overrule)
    return _put_right(wish, "/history")


def _archive() -> Archive:
    return desk().behind.archive


def _told() -> past.Past | None:
    archive = _archive()
    return past.past(archive.events(), archive.meanings)


def _known() -> past.Past:
    told = _told()
    if told is None:
        abort(404, _("No match has begun."))
    return told


def _place(told: past.Past, event: int | None) -> int:
    """Where the turn is among the match's turns."""
    found = next((n for n, turn in enumerate(told.turns) if turn.number == event), None)
    if found is None:
        abort(404, _("There is no such turn in this match."))
    return found


def _pictured(told: past.Past, place: int) -> int | None:
    """The event whose picture shows the turn: the table keeps one of the last event that a view brought,
    which may be the question about the turn."""
    first = told.turns[place].number
    end = told.turns[place + 1].number if place + 1 < len(told.turns) else None
    kept = _archive().pictures()
    return next((event for event in kept if first <= event and (end is None or event < end)), None)


def _lines(lay: Position) -> tuple[str, ...] | None:
    """The lines in which a position is put right, None for one that is told as a whole."""
    match lay:
        case Rows(words=words):
            return (*words, *("",) * BLANK)
        case Grid(rows=rows):
            return rows
        case Piles() | Fronts():
            return None


def _after(lay: Position) -> str:
    """What was really left, in notation. Raises MalformedError."""
    lines = [line.strip().replace(" ", ".") for line in request.form.getlist("line")]
    try:
        match lay:
            case Rows(words=words) if lines:
                return _checked(Rows(_words(lines, len(words)), lay.exposed))
            case Grid() if lines:
                width = max(map(len, lines))
                return _checked(Grid(tuple(line.ljust(width, ".") for line in lines), lay.exposed))
            case _:
                return format_position(parse_position(request.form.get("after", "")))
    except NotationError as fault:
        raise requests.MalformedError(str(fault)) from fault


def _checked(said: Position) -> str:
    """`said` in notation. Raises NotationError when it says something else than letters."""
    text = format_position(said)
    if parse_position(text) != said:
        raise NotationError(f"{text!r} would be read as something else")
    return text


def _words(lines: list[str], most: int) -> tuple[str, ...]:
    """A word keeps its place for its whole life: lines that were there stay, blank ones after them go."""
    kept = [line for place, line in enumerate(lines) if line or place < most]
    while kept and not kept[-1]:
        kept.pop()
    return tuple(kept)


def _reviewed(scored: int) -> tuple[Reviewed, ...]:
    archive = _archive()
    reviews: Reviews = current_app.extensions.setdefault("reviews", Reviews())
    return reviews.of(archive.words(), archive.events(), scored)


def _require_mine(player: int, message: str) -> None:
    if not identity.speaks_for(player):
        raise requests.NotYoursError(message)


def _last_challenge(told: past.Past, turn: past.Turn) -> int | None:
    """The event of the turn's challenge while nothing has happened since: what the steward may overrule."""
    last = told.match.last
    if last is None or last.event != turn.number or last.verdict is None:
        return None
    return turn.settled


def _number(name: str) -> int | None:
    return request.form.get(name, type=int)


def _put_right(wish: PhoneRequest, where: str) -> AnyResponse:
    """Tell the table, and show the page again once it has done it; 303."""
    here = desk()
    requests.check(wish, here.hub.latest().snapshot)
    known = len(_archive().events())
    here.submit(wish)
    done = happened(lambda: len(_archive().events()) > known)
    return redirect(where if done else f"/history?still={known}", 303)


def _refused() -> str:
    """Why what was to be put right was not: the table's note, while nothing has happened since."""
    if request.args.get("still", type=int) != len(_archive().events()):
        return ""
    notes = desk().hub.latest().snapshot.notes
    return " ".join(notes) or _("The table has not done it. Try again.")


def _clock() -> dict[int, str]:
    """When each event was written down, by the table's clock."""
    return {
        number: time.strftime("%H:%M", time.localtime(at)) for number, at in enumerate(_archive().times())
    }
