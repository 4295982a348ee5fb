"""Show the match turn by turn with its pictures, and let people correct it."""

from collections.abc import Callable
from typing import Final

from flask import Blueprint, Response, abort, current_app, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from engine.best import ReviewedTurn
from engine.cards import LETTERS
from engine.notation import NotationError, format_position, parse_position
from engine.position import Position
from engine.table.commands import Amend, Rewind
from engine.turn.card_tracking import with_letter
from engine.turn.master_answers import Renaming, renamings
from web import match_history, paging, position_text, requests, statistics
from web.access import identity
from web.archive import Archive
from web.current_history import current_history
from web.languages import translate as _
from web.past_matches import match_ranges
from web.play_review import Reviews
from web.requests import Overrule, PhoneRequest, SetTotal
from web.responses import html, page_context, uncached, wait_until

pages = Blueprint("history", __name__, url_prefix="/history")

MAX_OWN_CORRECTION_POINTS: Final = 200
"""Maximum number of points by which players may change their own total. A larger change needs the steward. A
hand of ten cards with the highest figure has fewer points."""


@pages.get("")
def page() -> Response:
    """Show the hands of play, the newest first, with one page of their turns. If the argument `until` is the
    number of a turn's event, the page ends with that turn."""
    number, history = len(list(match_ranges(_archive().events()))), current_history()
    shown = None if history is None else paging.page(history, request.args.get("until", type=int))
    return html(
        "history.html", history=history, shown=shown, refused=_refusal_note(), when=_clock(), number=number
    )


@pages.get("/<int:event>")
def turn(event: int) -> Response:
    """Show one turn: the cards on the table, the ruling, and the possible corrections."""
    history = _history()
    index = _turn_index(history, event)
    one = history.turns[index]
    return html(
        "turn.html",
        history=history,
        turn=one,
        earlier=history.turns[index - 1] if index else None,
        later=history.turns[index + 1] if index + 1 < len(history.turns) else None,
        picture=_picture_event(history, index),
        lines=position_text.position_lines(one.position),
        written=position_text.line_kind(one.position),
        mine=identity.speaks_for(one.player),
        masters=_renamable_masters(history, one) if identity.speaks_for(one.player) else (),
        challenge=_last_challenge(history, one),
        listed=paging.page_end_around(history.turns, index),
        when=_clock(),
    )


@pages.get("/<int:event>.jpg")
def picture(event: int) -> AnyResponse:
    """Answer with the stored picture of an event; 404 if the event has no stored picture."""
    jpeg = _archive().picture(event)
    if jpeg is None:
        abort(404, _("No such picture."))
    return uncached(Response(jpeg, mimetype="image/jpeg"))


@pages.get("/hand/<int:number>")
def hand(number: int) -> Response:
    """Show the possible plays of a finished hand, turn by turn."""
    history = _history()
    one = next(
        (hand for hand in history.hands if hand.number == number and hand.scoring_event_number is not None),
        None,
    )
    if one is None or one.scoring_event_number is None:
        abort(404, _("There is no finished hand of that number."))
    return html("missed.html", history=history, hand=one, reviewed=_reviewed_turns(one.scoring_event_number))


@pages.post("/amend")
def amend() -> AnyResponse:
    """Correct the cards that the turn `event` left on the table. The form has a field `line` for each line of
    cards, or a field `after` with all cards in notation, or a field `master` with the new `letter` of this
    Master. Players may correct their own turns, the steward all turns."""
    history = _history()
    one = history.turns[_turn_index(history, _number("event"))]
    _require_mine(one.player, _("That turn was another player's."))
    return _submit_correction(
        Amend(one.event_number, _corrected_position(one.position)), f"/history/{one.event_number}"
    )


@pages.post("/back")
def back() -> AnyResponse:
    """Undo every event after the turn `event`."""
    history = _history()
    one = history.turns[_turn_index(history, _number("event"))]
    return _submit_correction(Rewind(one.event_number), "/history")


@pages.post("/total")
def total() -> AnyResponse:
    """Set the total of `player` to `total`. Players may change their own total by `MAX_OWN_CORRECTION_POINTS`
    at most. The steward may change every total."""
    phone_request = requests.from_form(
        {name: request.form.get(name) for name in ("player", "total")}, SetTotal
    )
    _require_mine(phone_request.player, _("That score is another player's."))
    players = page_context().hub.latest().snapshot.players[phone_request.player :]
    if (
        players
        and abs(phone_request.total - players[0].total) > MAX_OWN_CORRECTION_POINTS
        and not identity.requesting_phone().is_steward
    ):
        raise requests.NotYoursError(_("No hand changes a score by that much. The steward can set it."))
    return _submit_correction(phone_request, "/history")


@pages.post("/overrule")
def overrule() -> AnyResponse:
    """Change the result of the last settled challenge to `verdict`. `event` is the number of the event that
    settled the challenge."""
    fields = {name: request.form.get(name) for name in ("event", "verdict")}
    phone_request = requests.from_form(fields, Overrule)
    return _submit_correction(phone_request, "/history")


def _archive() -> Archive:
    return page_context().services.archive


def _history() -> match_history.FoldedMatch:
    history = current_history()
    if history is None:
        abort(404, _("No match has begun."))
    return history


def _turn_index(history: match_history.FoldedMatch, event: int | None) -> int:
    """Return the index of the turn of event `event` among the match's turns."""
    found = next((n for n, turn in enumerate(history.turns) if turn.event_number == event), None)
    if found is None:
        abort(404, _("There is no such turn in this match."))
    return found


def _picture_event(history: match_history.FoldedMatch, index: int) -> int | None:
    """Return the number of the event whose picture shows the turn at index `index`: the first event with a
    stored picture from this turn until the next one. Return None without a picture."""
    first = history.turns[index].event_number
    end = history.turns[index + 1].event_number if index + 1 < len(history.turns) else None
    kept = _archive().pictures()
    return next((event for event in kept if first <= event and (end is None or event < end)), None)


def _renamable_masters(
    history: match_history.FoldedMatch, one: match_history.PlayedTurn
) -> tuple[Renaming, ...]:
    """Return the Masters of the turn `one` that could stand for another letter in a listed word, with these
    letters."""
    found = renamings(history.match, _archive().words(), one.event)
    return tuple(master for master in found if set(master.letters) - {master.letter})


def _corrected_position(position: Position) -> str:
    """Return the corrected position from the form, in notation. `position` is the position to correct. Raise
    MalformedError if the form's text can't be read as a position."""
    if "master" in request.form:
        return _with_master(position, request.form["master"], request.form.get("letter", ""))
    if written := request.form.getlist("line"):
        try:
            return position_text.read_lines(position, written)
        except NotationError as fault:
            raise requests.MalformedError(str(fault)) from fault
    try:
        return format_position(parse_position(request.form.get("after", "")))
    except NotationError as fault:
        raise requests.malformed(str(fault)) from fault


def _with_master(position: Position, place: str, letter: str) -> str:
    """Return `position` in notation, with another letter for the Master at `place` (row and column).
    Raise MalformedError if `position` has no card at `place`, or `letter` is not one letter."""
    row, _sep, column = place.partition(" ")
    there = row.isdecimal() and column.isdecimal() and int(row) < len(position.lines)
    if not there or int(column) >= len(position.lines[int(row)]) or letter not in LETTERS or len(letter) != 1:
        raise requests.MalformedError(_("A Master stands for one letter."))
    return format_position(with_letter(position, (int(row), int(column)), letter.lower()))


def _reviewed_turns(scoring_event_number: int) -> tuple[ReviewedTurn, ...]:
    archive = _archive()
    reviews: Reviews = current_app.extensions.setdefault("reviews", Reviews())
    return reviews.of(archive.words(), archive.events(), scoring_event_number)


def _require_mine(player: int, message: str) -> None:
    if not identity.speaks_for(player):
        raise requests.NotYoursError(message)


def _last_challenge(history: match_history.FoldedMatch, turn: match_history.PlayedTurn) -> int | None:
    """Return the number of the event that settled the challenge of `turn`, if `turn` is the last turn. The
    steward may overrule this challenge. Return None without a challenge, and for an earlier turn."""
    last = history.match.last
    if last is None or last.event != turn.event_number or last.verdict is None:
        return None
    return turn.settling_event_number


def _number(name: str) -> int | None:
    return request.form.get(name, type=int)


def _submit_correction(phone_request: PhoneRequest, where: str) -> AnyResponse:
    """Submit a correction, and wait until the table has made it. Then redirect (303) to the page `where`. If
    the table makes no correction in time, redirect to the history, which gives the reason."""
    here = page_context()
    requests.check(phone_request, here.hub.latest().snapshot)
    known = len(_archive().events())
    here.submit(phone_request)
    done = wait_until(lambda: len(_archive().events()) > known)
    return redirect(where if done else f"/history?still={known}", 303)


def _refusal_note() -> str:
    """Return the table's note on why it refused a correction. Return an empty text if no correction was
    refused, or if another event has followed the refusal."""
    if request.args.get("still", type=int) != len(_archive().events()):
        return ""
    notes = page_context().hub.latest().snapshot.messages.notes
    return " ".join(notes) or _("The table hasn't done it. Try again.")


def _clock() -> Callable[[int], str]:
    """Return the function that returns an event's time of day by the table's clock, as text. The text is
    empty if the time is unknown."""
    times = _archive().times()
    return lambda event: statistics.clock(times[event], "%H:%M") if 0 <= event < len(times) else ""
