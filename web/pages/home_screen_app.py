"""Make the page an app on the home screen: its manifest, its service worker, and its page for an
unreachable table.

Browsers run a service worker on a secure origin only: on the table's own screen, or behind a proxy with a
certificate. Everywhere else the page works without one.
"""

from typing import Final

from flask import Blueprint, Response, render_template

from web.languages import spoken
from web.languages import translate as _
from web.responses import html, uncached
from web.responses import json as as_json

pages = Blueprint("shell", __name__)

THEME_COLOUR: Final = "#143f33"
BACKGROUND_COLOUR: Final = "#efe5cd"
ICONS: Final = (
    {"src": "/static/icons/192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
    {"src": "/static/icons/512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
    {"src": "/static/icons/maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
)


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """Answer with the app's manifest for the home screen: name, colours and icons, in the phone's
    language."""
    response = as_json(
        {
            "id": "/",
            "name": _("Lexicon table"),
            "short_name": _("Lexicon"),
            "description": _("Scores, rulings and the table, live."),
            "lang": spoken(),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "theme_color": THEME_COLOUR,
            "background_color": BACKGROUND_COLOUR,
            "icons": ICONS,
        }
    )
    response.mimetype = "application/manifest+json"
    return response


@pages.get("/worker.js")
def worker() -> Response:
    """Answer with the page's service worker. Its text changes whenever a file of the app changes, so that
    phones fetch the new files."""
    return uncached(Response(render_template("worker.js"), mimetype="text/javascript"))


@pages.get("/offline")
def offline() -> Response:
    """Show the page for a table that does not answer. The page itself tries again."""
    return html("offline.html")
