"""Show the scoreboard on a television: everything on one page, without controls."""

from flask import Blueprint, Response

from web.languages import spoken
from web.pages import join
from web.responses import html, page_context

pages = Blueprint("screen", __name__)


@pages.get("/tv")
def page() -> Response:
    """Show scores, ruling, cards and curve, live, and the way in for phones."""
    published, language = page_context().hub.latest(), spoken()
    regions = page_context().renderer.regions(published, language)
    return html("tv.html", s=published.in_language(language), regions=regions, **join.way_in_values())
