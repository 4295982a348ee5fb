"""Take a phone's photographs of the table, at a table without a camera."""

from flask import Blueprint, Response, abort
from werkzeug.wrappers import Response as AnyResponse

from engine.i18n import joined
from web import uploads
from web.languages import spoken
from web.languages import translate as _
from web.responses import accepted, html, page_context, problem, wants_page
from web.services.camera_view import PhotographService
from web.services.refusal import RefusedError

pages = Blueprint("snap", __name__, url_prefix="/snap")


@pages.get("")
def page() -> Response:
    """Show the page where a photograph is taken."""
    _service()
    return _page("")


@pages.post("")
def take() -> AnyResponse:
    """Read the picture file `photo` in place of a picture of the camera; 422 if it can't be read."""
    snapping = _service()
    try:
        with uploads.photograph() as photo:
            snapping.take(photo or b"")
    except RefusedError as fault:
        return _page_with_fault(str(fault))
    return accepted(_("The table looks at your photograph."))


def _service() -> PhotographService:
    snapping = page_context().services.photographs
    if snapping is None:
        abort(404, _("This table has a camera of its own."))
    return snapping


def _page_with_fault(message: str) -> AnyResponse:
    if not wants_page():
        return problem(422, message)
    page = _page(message)
    page.status_code = 422
    return page


def _page(message: str) -> Response:
    shown = page_context().hub.latest().in_language(spoken())
    owing = joined([shown.players[seat].name for seat in shown.scores.owing], _)
    return html("snap.html", message=message, s=shown, owing=owing)
