"""Show the data that the table stores, the time for which it stores them, and how to delete them."""

from flask import Blueprint, Response

from web.responses import html

pages = Blueprint("privacy", __name__)


@pages.get("/privacy")
def page() -> Response:
    """Show the whole privacy statement on one page."""
    return html("privacy.html")
