"""The scoreboard as a layer over a film: for a browser source of OBS and the like, with nothing to touch."""

from flask import Blueprint, Response

from web.desk import desk, html
from web.languages import spoken

pages = Blueprint("overlay", __name__)


@pages.get("/overlay")
def page() -> Response:
    """Show scores, timer and the last word on a transparent ground, live."""
    published, language = desk().hub.latest(), spoken()
    regions = desk().renderer.regions(published, language)
    return html("overlay.html", s=published.told(language), regions=regions)
