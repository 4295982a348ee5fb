"""What is kept, how long, and how to delete it."""

from flask import Blueprint, Response

from web.desk import html

pages = Blueprint("privacy", __name__)


@pages.get("/privacy")
def page() -> Response:
    """The whole of it on one page."""
    return html("privacy.html")
