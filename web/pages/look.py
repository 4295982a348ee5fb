"""The table as the camera sees it: each card with what was read and how sure, and one tap to put it right."""

from typing import Annotated

import msgspec
from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from web import requests
from web.behind import CardSeen, Letter, likeliest
from web.desk import desk, fresh, heard, html
from web.languages import translate as _
from web.requests import Correct, OutOfDateError

pages = Blueprint("look", __name__, url_prefix="/look")

Fraction = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Fix(msgspec.Struct, frozen=True):
    """The card in the picture at (`x`, `y`), fractions of its sides, really says `letter`."""

    x: Fraction
    y: Fraction
    letter: Letter


@pages.get("")
def page() -> Response:
    """The picture and every card in it."""
    return html("look.html", **_seen())


@pages.get("/cards")
def cards() -> Response:
    """The same without the page around it, for the page's own script."""
    return fresh(Response(render_template("look-cards.html", **_seen()), mimetype="text/html"))


@pages.post("/fix")
def fix() -> AnyResponse:
    """`x`, `y`, `letter`. The card is known by where it lies: pictures come faster than people tap."""
    try:
        fields = {name: value.strip().upper() for name, value in request.form.items()}
        wish = msgspec.convert(fields, type=Fix, strict=False)
    except msgspec.ValidationError as fault:
        raise requests.MalformedError(str(fault)) from fault
    card, shown = likeliest(_cards(), wish.x, wish.y), desk().hub.latest().snapshot
    if card is None or shown.picture is None:
        raise OutOfDateError(_("That card is not in the picture."))
    correction = Correct(shown.picture.id, card.card, wish.letter)
    requests.check(correction, shown)
    desk().submit(correction)
    return heard(_("The table has heard you."), "/look")


def _cards() -> tuple[CardSeen, ...]:
    looking = desk().behind.looking
    if looking is None:
        abort(404, _("This table does not look at cards."))
    return looking.cards()


def _seen() -> dict[str, object]:
    shown = desk().hub.latest().snapshot
    return {"cards": _cards(), "picture": shown.picture}
