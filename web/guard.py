"""What keeps strangers out: host and origin checks, and headers that let nothing foreign into the page."""

from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, request

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def install(app: Flask, hosts: Collection[str]) -> None:
    """Check every request of `app` and put `HEADERS` on every answer. `hosts`: further names it goes by."""
    names = frozenset(name.lower().rstrip(".") for name in hosts)

    @app.before_request
    def only_this_table() -> None:
        if not known_host(request.host, names):
            abort(421, "This table does not go by that name.")
        if request.method not in ("GET", "HEAD", "OPTIONS") and not same_origin(request):
            abort(403, "That request came from another site.")

    @app.after_request
    def only_what_is_ours(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


def known_host(host: str, names: Collection[str]) -> bool:
    """Whether a Host header is one a rebound foreign name can't have.

    An address, `localhost` and `*.local` (mDNS) are nobody's domain, so they are always ours; any
    other name must be in `names`.
    """
    name = _hostname(host)
    return name == "localhost" or name.endswith(".local") or name in names or _is_address(name)


def same_origin(asked: Request) -> bool:
    """Whether a request that changes something was made by our own page, or by no browser at all."""
    if asked.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = asked.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc.lower() == asked.host.lower()


def _hostname(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
