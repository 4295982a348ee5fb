"""Show the scoreboard as a layer over a film, for a browser source of OBS and similar programs. It has no
controls."""

from flask import Blueprint, Response

from web.languages import spoken
from web.responses import html, page_context

pages = Blueprint("overlay", __name__)


@pages.get("/overlay")
def page() -> Response:
    """Show scores, timer and the last word on a transparent background, live."""
    published, language = page_context().hub.latest(), spoken()
    regions = page_context().renderer.regions(published, language)
    return html("overlay.html", s=published.in_language(language), regions=regions)
