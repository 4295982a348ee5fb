"""The scoreboard for a television across the room: everything at once, and nothing to touch."""

from flask import Blueprint, Response

from web.languages import spoken
from web.pages import join
from web.responses import html, page_context

pages = Blueprint("screen", __name__)


@pages.get("/tv")
def page() -> Response:
    """Show scores, ruling, table and curve, live, with the way in for phones."""
    published, language = page_context().hub.latest(), spoken()
    regions = page_context().renderer.regions(published, language)
    return html("tv.html", s=published.told(language), regions=regions, **join.way_in_values())
