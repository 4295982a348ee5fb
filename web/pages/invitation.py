"""Serve the invitation: a short address, which the program prints. The first phone that opens it gets the
steward's rights without a PIN."""

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web.access import identity
from web.responses import page_context

pages = Blueprint("invitation", __name__)


@pages.get("/j/<code>")
def accept(code: str) -> AnyResponse:
    """Give the first phone that opens the invitation the steward's rights without the PIN. Redirect every
    phone to the scores. A browser's preview leaves the invitation valid. The code may be in capitals or
    small letters."""
    looks_ahead = request.method == "HEAD" or "prefetch" in request.headers.get("Sec-Purpose", "")
    if not looks_ahead and page_context().gate.use_invitation(code.lower()):
        identity.admit()
    return redirect("/", 303)
