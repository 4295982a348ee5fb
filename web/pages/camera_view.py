"""Show the table from straight above: each card with its reading and its certainty. One tap corrects a
reading."""

from typing import Annotated

import msgspec
from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from web import requests
from web.languages import translate as _
from web.pages.taps import check_may_correct
from web.requests import Correct, Letter, OutOfDateError
from web.responses import accepted, html, page_context, uncached
from web.services.camera_view import CameraPicture, CameraViewService, nearest_card
from web.snapshot import Mark, Picture

pages = Blueprint("look", __name__, url_prefix="/look")

Fraction = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Fix(msgspec.Struct, frozen=True):
    """A correction: the card at (`x`, `y`), fractions of the picture's sides, has the letter `letter`."""

    x: Fraction
    y: Fraction
    letter: Letter


@pages.get("")
def page() -> Response:
    """Show the picture and every card in it."""
    return html("look.html", **_template_values())


@pages.get("/cards")
def cards() -> Response:
    """Answer with the picture and its cards without the page around them, for the page's own script."""
    return uncached(Response(render_template("look-cards.html", **_template_values()), mimetype="text/html"))


@pages.post("/fix")
def fix() -> AnyResponse:
    """Correct the card at `x`, `y` to `letter`. The place identifies the card, because the numbers of
    cards change with each new picture."""
    try:
        fields = {name: value.strip().upper() for name, value in request.form.items()}
        phone_request = msgspec.convert(fields, type=Fix, strict=False)
    except msgspec.ValidationError as fault:
        raise requests.malformed(str(fault)) from fault
    seen, shown = _service().newest_picture(), page_context().hub.latest().snapshot
    card = None if seen is None else nearest_card(seen.cards, phone_request.x, phone_request.y)
    if card is None or shown.picture is None:
        raise OutOfDateError(_("That card is not in the picture."))
    correction = Correct(shown.picture.id, card.card, phone_request.letter)
    requests.check(correction, shown)
    check_may_correct()
    page_context().submit(correction)
    return accepted(_("Got it."), "/look")


@pages.get("/table.jpg")
def picture() -> AnyResponse:
    """Answer with the picture number `id`, which the page shows; 404 if it is no longer stored."""
    jpeg = _service().jpeg(request.args.get("id", -1, type=int))
    if jpeg is None:
        abort(404, _("No such picture."))
    return uncached(Response(jpeg, mimetype="image/jpeg"))


def _service() -> CameraViewService:
    looking = page_context().services.camera_view
    if looking is None:
        abort(404, _("You can't look at cards at this table."))
    return looking


def _template_values() -> dict[str, object]:
    seen = _service().newest_picture()
    if seen is None:
        return {"cards": (), "picture": None}
    return {"cards": seen.cards, "picture": _drawn(seen)}


def _drawn(seen: CameraPicture) -> Picture:
    """Return the camera's picture with a mark for the reading of each card."""
    marks = (Mark(c.card, c.corners, c.letter, c.confidence, c.doubtful) for c in seen.cards)
    return Picture(seen.picture, seen.width, seen.height, tuple(marks))
