"""The invitation: the address that the program prints, short enough to be typed."""

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web.access import identity
from web.responses import page_context

pages = Blueprint("invitation", __name__)


@pages.get("/j/<code>")
def accept(code: str) -> AnyResponse:
    """Let the first phone that opens it in as the steward's, without the PIN, and show every phone the
    scores. A browser that only looks ahead takes nothing. Capitals are as good as small letters.
    """
    looks_ahead = request.method == "HEAD" or "prefetch" in request.headers.get("Sec-Purpose", "")
    if not looks_ahead and page_context().gate.invites(code.lower()):
        identity.admit()
    return redirect("/", 303)
