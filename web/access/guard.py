"""Check each request before its route runs: the host name, the origin, the phone's permission.

Add headers to every answer that keep foreign content out of a page.
"""

from base64 import b64encode
from collections.abc import Callable, Collection, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, redirect, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts
from web import responses
from web.access import identity
from web.access.names import host_name, is_home_name, normalised_names, page_address
from web.access.roles import ROUTES, Role
from web.address_limits import BUSY_KEY
from web.languages import translate as _

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not "no-referrer": that also makes a browser's own forms come from the origin "null".
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

_STYLE: Final = (
    "body{margin:0;padding:1.5rem;background:#efe5cd;color:#16231f;font:1.125rem/1.4 sans-serif;"
    "overflow-wrap:anywhere}main{max-width:34rem;margin:auto}h1{font-size:1.5rem}a{color:#143f33}"
    "@media(prefers-color-scheme:dark){body{background:#0c1714;color:#f3e9d0}a{color:#86d4b0}}"
)
_DIGEST: Final = b64encode(sha256(_STYLE.encode()).digest()).decode()
"""The hash of `_STYLE`, which the content security policy allows. `_STYLE` is the style of pages that load
nothing."""

MAX_BODY_BYTES: Final = 4096
"""The maximum number of bytes in the body of a phone's request, except for uploads."""
MAX_UPLOAD_BYTES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "snap.take": 16_000_000,
        "enrol.look": 16_000_000,
        "setup.box": 16_000_000,
        "setup.board": 32_768,
        "host.begin": 524_288,
        "host.look": 524_288,
    }
)
"""The maximum number of bytes in an upload, by endpoint. A phone's photograph has three to eight million
bytes, the best phones' twelve million. A board profile or a party's list of names is text."""
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""The HTTP methods that change nothing and send no body."""
MAX_ANY_UPLOAD_BYTES: Final = max(MAX_UPLOAD_BYTES.values())

MISSING_ROLE_SENTENCES: Final = {
    Role.SEATED: N_("Only players can do that. Take a seat first."),
    Role.STEWARD: N_("Only the steward can do that. Enter the table's PIN first."),
}
ROLE_PAGES: Final = {Role.SEATED: "join.page", Role.STEWARD: "steward.enter"}
"""The pages to which the guard sends a person whose phone lacks permission, by the missing role."""


def install(app: Flask, hosts: Callable[[], Collection[str]]) -> None:
    """Check every request of `app` and put `HEADERS` on every answer. `hosts` returns the present further
    names of the table.

    Raise `ValueError` if `ROUTES` lacks a route, because then nobody has decided who may use the route.
    """
    if unlisted := {rule.endpoint for rule in app.url_map.iter_rules()} - set(ROUTES):
        raise ValueError(f"routes that web.access.roles does not list: {', '.join(sorted(unlisted))}")

    @app.before_request
    def only_this_table() -> AnyResponse | None:
        if not is_known_host(request.host, hosts):
            return wrong_host_answer()
        if request.endpoint is None:
            return None
        request.max_content_length = max_body_bytes(request.endpoint)
        changes = request.method not in SAFE_METHODS
        if changes and not is_same_origin(request):
            abort(403, _("That request came from another site."))
        needed = ROUTES[request.endpoint]
        if needed > Role.WATCHING and identity.role() < needed:
            return missing_role_answer(needed)
        if (request.content_length or 0) > request.max_content_length:
            abort(413, too_large_sentence(request.max_content_length))
        if request.environ.get(BUSY_KEY):
            abort(503, _("The table is receiving other pictures just now. Send yours again in a moment."))
        if changes and not identity.has_form_token(request):
            abort(403, _("This page is too old. Load it again, then try once more."))
        return None

    @app.after_request
    def only_what_is_ours(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


def max_body_bytes(endpoint: str) -> int:
    """Return the maximum body, in bytes, that an endpoint takes."""
    return MAX_UPLOAD_BYTES.get(endpoint, MAX_BODY_BYTES)


def body_limit(app: Flask) -> Callable[[str, str], int]:
    """Return a function that takes a method and a path (in WSGI's form) and returns the maximum number of
    bytes that the body of such a request to `app` may have. The number is 0 if `app` has no such route, or if
    the method sends no body."""
    addresses = app.url_map.bind("")

    def max_body(method: str, path: str) -> int:
        if method in SAFE_METHODS:
            return 0
        try:
            text = path.encode("latin-1").decode(errors="replace")
            endpoint, _arguments = addresses.match(f"/{text.lstrip('/')}", method)
        except HTTPException:
            return 0
        return max_body_bytes(endpoint)

    return max_body


def too_large_sentence(max_bytes: int) -> str:
    """Return the sentence that tells a person why a body of more than `max_bytes` bytes is refused, and what
    to do."""
    if max_bytes < MAX_ANY_UPLOAD_BYTES:
        return _("That is too much for the table at once.")
    sentence = _(
        "The table takes pictures of up to {most} MB. Choose a smaller size in the camera, or crop it."
    )
    return sentence.format(most=max_bytes // 1_000_000)


def missing_role_answer(needed: Role) -> AnyResponse:
    """Redirect a person who opens a page to the page that grants the missing role. Refuse any other
    request, and give the reason (403)."""
    if request.method == "GET" and responses.wants_page() and not responses.is_from_script():
        return redirect(url_for(ROLE_PAGES[needed], next=request.full_path.rstrip("?")), 303)
    return responses.problem(403, _(MISSING_ROLE_SENTENCES[needed]))


def is_known_host(host: str, extra_names: Callable[[], Collection[str]]) -> bool:
    """Return True if a Host header holds a name of the table. This is a name that no outsider can own, or one
    of the names that `extra_names` returns."""
    name = host_name(host)
    return is_home_name(name) or (name != "" and name in normalised_names(extra_names()))


def wrong_host_answer() -> Response:
    """Answer that the table does not respond under the requested name, and say under which address it
    does. The answer shows nothing of the match."""
    table_address = responses.page_context().address()
    why = _("The table does not answer to this name.")
    if responses.is_from_script() or not responses.wants_page():
        return responses.problem(421, why)
    address = None if table_address is None else page_address(table_address, request.host)
    page = plain_page("elsewhere.html", why=why, name=host_name(request.host), address=address)
    page.status_code = 421
    return page


def plain_page(template: str, **values: object) -> Response:
    """Answer with a page that contains its own style and loads no files. A phone that the table turns away
    can show it, although it may fetch nothing else."""
    page = responses.html(template, style=_STYLE, **values)
    page.headers["Content-Security-Policy"] = f"default-src 'none'; style-src 'sha256-{_DIGEST}'"
    return page


def is_same_origin(request: Request) -> bool:
    """Return True if a request that changes something comes from a page of the table, or from a program that
    is not a browser."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc.lower() == request.host.lower()
