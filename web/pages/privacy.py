"""What is kept, how long, and how to delete it."""

from flask import Blueprint, Response

from web.responses import html

pages = Blueprint("privacy", __name__)


@pages.get("/privacy")
def page() -> Response:
    """Show the whole privacy statement on one page."""
    return html("privacy.html")
