"""Enrol a household's deck: photographs of its cards, or the camera's picture, then the cards in doubt one
by one."""

from collections.abc import Callable
from urllib.parse import quote

from flask import Blueprint, Response, abort, redirect, request, session
from werkzeug.wrappers import Response as AnyResponse

from web import uploads
from web.languages import translate as _
from web.requests import MalformedError
from web.responses import html, page_context, problem, uncached, wants_page
from web.services.enrolment import EnrolService, OddDeckError
from web.services.refusal import RefusedError

pages = Blueprint("enrol", __name__, url_prefix="/enrol")

FOR_SETUP = "for-setup"
"""Key in the cookie of a phone that came from the set-up and will return to it."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ?"


@pages.get("")
def page() -> Response:
    """Show the progress of the enrolment: the photographs, the card in question, and the missing cards. If
    the argument `for` is `setup`, the phone returns to the set-up with the stored deck chosen."""
    if "for" in request.args:
        session[FOR_SETUP] = request.args["for"] == "setup"
    return _page("")


@pages.get("/card/<int:card>.png")
def card(card: int) -> Response:
    """Answer with the picture of a card that was found, upright."""
    crop = _service().crop(card)
    if crop is None:
        abort(404, _("No such card."))
    return uncached(Response(crop, mimetype="image/png"))


@pages.post("/look")
def look() -> AnyResponse:
    """Read the picture file `photo`. If the form has none, read the camera's present picture."""

    def act() -> None:
        with uploads.photograph() as photo:
            _service().add_photo(photo)

    return _page_after(act)


@pages.post("/say")
def say() -> AnyResponse:
    """Note that `card` is `letter`. Without a letter, note that nobody can read the card."""
    letter, number = request.form.get("letter", "").strip().upper(), request.form.get("card", type=int)
    if number is None or (letter and letter not in tuple(LETTERS)):
        raise MalformedError(_("Which card, and which letter?"))
    return _page_after(lambda: _service().say(number, letter or None))


@pages.get("/back/<name>.jpg")
def back(name: str) -> Response:
    """Answer with the picture of an enrolled deck's back."""
    picture = _service().back(name)
    if picture is None:
        abort(404, _("No such card."))
    return uncached(Response(picture, mimetype="image/jpeg"))


@pages.post("/keep")
def keep() -> AnyResponse:
    """Store the deck under `name`. If the deck has missing or surplus cards, show a question first. The
    answer is a second request with the field `as_is`, which stores the deck. A phone that came from the
    set-up then returns to the set-up, with this deck chosen."""
    name = request.form.get("name", "").strip().lower()
    kept = _page_after(lambda: _service().keep(name, as_is="as_is" in request.form), name)
    if kept.status_code != 303 or not session.pop(FOR_SETUP, False) or page_context().services.set_up is None:
        return kept
    return redirect(f"/setup?deck={quote(name)}#cards", 303)


@pages.post("/forget")
def forget() -> AnyResponse:
    """Discard the photographs and cards of the unfinished enrolment, and begin a new one."""
    return _page_after(_service().forget)


@pages.post("/undo")
def undo() -> AnyResponse:
    """Undo the last enrolment of the deck `name`."""
    return _page_after(lambda: _service().undo(request.form.get("name", "")))


@pages.post("/remove")
def remove() -> AnyResponse:
    """Delete the enrolled deck that the form's field `name` names."""
    return _page_after(lambda: _service().remove(request.form.get("name", "")))


def _service() -> EnrolService:
    enrolling = page_context().services.enrolment
    if enrolling is None:
        abort(404, _("This table doesn't learn decks."))
    return enrolling


def _page_after(act: Callable[[], None], name: str = "") -> AnyResponse:
    """Run `act`, and redirect to the page. After a refusal answer with the page and the reason (409). If the
    deck `name` has missing or surplus cards, the page asks about them."""
    try:
        act()
    except OddDeckError as odd:
        return _page(str(odd), odd=name) if wants_page() else problem(409, str(odd))
    except RefusedError as fault:
        return _page(str(fault)) if wants_page() else problem(409, str(fault))
    return redirect("/enrol", 303)


def _page(message: str, odd: str = "") -> Response:
    """Return the page with the fault `message`. `odd` is the name of a deck with missing or surplus cards,
    about which the page asks."""
    page = html("enrol.html", e=_service().state(), message=message, letters=LETTERS, odd=odd)
    page.status_code = 409 if message else 200
    return page
