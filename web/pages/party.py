"""Show a party's standings and score cards, and receive the neighbours' initials and the cards drawn for a
tie."""

from itertools import pairwise

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as AnyResponse

from web import requests
from web.access import identity
from web.languages import spoken
from web.languages import translate as _
from web.requests import Cut, Initial, PhoneRequest, malformed
from web.responses import accepted, html, page_context
from web.snapshot import Snapshot

pages = Blueprint("party", __name__, url_prefix="/party")


@pages.get("")
def page() -> Response:
    """Show the standings, and every player's score card: the points of each hand, and the missing
    initials."""
    shown = page_context().hub.latest().in_language(spoken())
    order = sorted(range(len(shown.players)), key=lambda seat: _rank(shown, seat))
    return html(
        "party.html", s=shown, order=order, cards=_cards(shown), mine=identity.requesting_phone().seats
    )


@pages.post("/initial")
def initial() -> AnyResponse:
    """Initial the score of `player`. The request comes from the phone of the neighbour on the left, who
    has checked the score, or from the steward's."""
    phone_request = requests.from_form(_fields("player"), Initial)
    shown = page_context().hub.latest().snapshot
    requests.check(phone_request, shown)
    by = None if shown.scores.reckoning is None else shown.scores.reckoning.cards[phone_request.player].by
    if by is None or not identity.speaks_for(by):
        raise requests.NotYoursError(_("Only the neighbour on the left may initial that score."))
    return _submit(phone_request)


@pages.post("/cut")
def cut() -> AnyResponse:
    """Enter the letters of the cards that players have drawn for a tie or for the deal (`card-0`,
    `card-1` …). Any of these players may enter all of them."""
    count = len(page_context().hub.latest().snapshot.players)
    cards = [request.form.get(f"card-{seat}", "").strip().upper() for seat in range(count)]
    phone_request = requests.from_form({"cards": cards}, Cut)
    shown = page_context().hub.latest().snapshot
    requests.check(phone_request, shown)
    owed = () if shown.scores.reckoning is None else shown.scores.reckoning.cards
    if not any(card.cuts and identity.acts_for(seat) for seat, card in enumerate(owed)):
        raise requests.NotYoursError(_("Players who tie say which letter they have drawn."))
    return _submit(phone_request)


def _fields(*names: str) -> dict[str, str]:
    missing = [name for name in names if name not in request.form]
    if missing:
        raise malformed(f"{missing[0]} is missing")
    return {name: request.form[name] for name in names}


def _submit(phone_request: PhoneRequest) -> AnyResponse:
    page_context().submit(phone_request)
    return accepted(_("Got it."), "/party")


def _rank(shown: Snapshot, seat: int) -> tuple[bool, int]:
    """Return the key that sorts the player at `seat` into the standings: better totals first, players who are
    out of the game last."""
    player = shown.players[seat]
    return player.out, player.total if shown.scores.lowest_wins else -player.total


def _cards(shown: Snapshot) -> tuple[tuple[int, ...], ...]:
    """Return for each seat the points of each hand of play."""
    columns = zip(*shown.scores.curve, strict=True) if shown.scores.curve else ()
    return tuple(tuple(after - before for before, after in pairwise(totals)) for totals in columns)
