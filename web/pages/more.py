"""Show links to the pages outside the tab bar, and this phone's own settings."""

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web.access import phone_language
from web.languages import translate as _
from web.responses import html, problem

pages = Blueprint("more", __name__, url_prefix="/more")


@pages.get("")
def page() -> Response:
    """Show the other pages, and the settings of this phone."""
    return html("more.html")


@pages.post("/language")
def language() -> AnyResponse:
    """Set the `language` of this phone; 400 for a language that the table does not have."""
    answer = redirect("/more", 303)
    try:
        phone_language.remember_language(answer, request.form.get("language", ""))
    except ValueError as fault:
        return problem(400, _(str(fault)))
    return answer
