"""The scoreboard for a television across the room: everything at once, and nothing to touch."""

from flask import Blueprint, Response

from web.desk import desk, html
from web.languages import spoken
from web.pages import join

pages = Blueprint("screen", __name__)


@pages.get("/tv")
def page() -> Response:
    """Show scores, ruling, table and curve, live, with the way in for phones."""
    published, language = desk().hub.latest(), spoken()
    regions = desk().renderer.regions(published, language)
    return html("tv.html", s=published.told(language), regions=regions, **join.ways())
