"""Build the phones' Flask application: every page behind the guard."""

import queue
from collections.abc import Callable, Collection, Mapping
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Final

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts
from web import compression, regions, requests, responses
from web.access import gate, guard, identity, phone_language
from web.address_limits import StreamLimit
from web.compiled_templates import TemplateCache
from web.languages import translate
from web.page_services import PageServices
from web.pages import (
    camera_view,
    description,
    enrol,
    history,
    home_screen_app,
    invitation,
    join,
    more,
    overlay,
    party,
    photographs,
    play_here,
    privacy,
    rules,
    screen,
    setup,
    statistics,
    steward,
    table,
    taps,
)
from web.services.refusal import RefusedError
from web.snapshot_hub import SnapshotHub

_STATUS_SENTENCES: Final[Mapping[int, str]] = MappingProxyType(
    {
        404: N_("There is no such page at this table."),
        405: N_("This address is for something else."),
        413: N_("That is too much for the table at once."),
    }
)
"""By HTTP status, the sentence that tells people why a request was refused, if the page itself gave no
reason."""
_OTHER_SENTENCE: Final = N_("The table didn't understand that.")

MAX_STREAMS: Final = 500
_TEMPLATES: Final = TemplateCache()
PAGES: Final = (
    description.pages,
    table.pages,
    screen.pages,
    overlay.pages,
    taps.pages,
    join.pages,
    more.pages,
    history.pages,
    rules.pages,
    statistics.pages,
    steward.pages,
    invitation.pages,
    privacy.pages,
    home_screen_app.pages,
    setup.pages,
    camera_view.pages,
    photographs.pages,
    enrol.pages,
    party.pages,
    play_here.pages,
)


def create_app(
    hub: SnapshotHub,
    submit: responses.Submit,
    *,
    keys: gate.Gate | None = None,
    address: Callable[[], str | None] = lambda: None,
    hosts: Callable[[], Collection[str]] = tuple,
    streams: int = MAX_STREAMS,
    services: PageServices = PageServices(),  # noqa: B008 - a frozen value
    wifi: Callable[[], str | None] = lambda: None,
) -> Flask:
    """Make the phones' application.

    `keys` is the gate, which decides what a phone may do. Without `keys` the application makes a new gate,
    whose PIN nobody knows. `address` returns the table's present address for phones, which a page on the
    table's own screen shows. `hosts` returns the present further names of the table (`web.access.names`).

    `streams` is the maximum number of phones that watch live; the pages of further phones poll. `services`
    are the services behind the pages. `wifi` returns the code by which a phone joins the table's own Wi-Fi;
    None while there is no such Wi-Fi.
    """
    app = Flask(__name__, static_url_path="/static")
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 31_536_000  # a year: every file's URL has its stamp
    app.jinja_env.bytecode_cache = _TEMPLATES
    regions.install(app.jinja_env)
    app.jinja_env.globals["services"] = lambda: services
    app.jinja_env.globals["tabs"] = "tabs.html"
    app.jinja_env.globals["stamp"] = stamp(Path(app.root_path) / "static")
    gated = keys or gate.Gate(gate.new_gate()[0])
    app.extensions["page_context"] = responses.PageContext(
        hub, submit, gated, address, regions.Renderer(app.jinja_env), StreamLimit(streams), services, wifi
    )
    for pages in PAGES:
        app.register_blueprint(pages)
    phone_language.install(app)
    identity.install(app, gated)
    answer_faults(app)
    guard.install(app, hosts)
    compression.install(app)
    return app


def answer_faults(app: Flask) -> None:
    """Make `app` answer every fault in a request with a sentence for people and a fitting HTTP status."""
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(
        requests.MalformedError, lambda fault: responses.problem(400, fault.advice, str(fault))
    )
    app.register_error_handler(requests.OutOfDateError, lambda fault: responses.problem(409, str(fault)))
    app.register_error_handler(requests.NotYoursError, lambda fault: responses.problem(403, str(fault)))
    app.register_error_handler(RefusedError, lambda fault: responses.problem(409, str(fault)))
    app.register_error_handler(queue.Full, _busy)
    app.register_error_handler(gate.NotStoredError, _not_stored)


def _busy(_fault: Exception) -> Response:
    return responses.problem(503, translate("The table is busy. Try again."))


def _not_stored(fault: Exception) -> Response:
    why = translate("This counts only until the table is switched off, because its disk takes nothing: {why}")
    return responses.problem(503, why.format(why=fault))


def _refused(fault: HTTPException) -> Response:
    """Answer an HTTP error with a sentence for people: the reason that a page gave, otherwise the sentence
    for the HTTP status."""
    sentence: str | None = vars(fault).get("description")
    code = fault.code or 500
    response = responses.problem(code, sentence or translate(_STATUS_SENTENCES.get(code, _OTHER_SENTENCE)))
    for name, value in fault.get_headers():  # a 405 names the methods that the address allows
        response.headers.setdefault(name, value)
    return response


def stamp(folder: Path) -> str:
    """Return a hash of the content of all files in `folder`. The addresses of the files contain it, so that
    phones load a changed file again."""
    digest = blake2b(digest_size=6)
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        digest.update(path.read_bytes())
    return digest.hexdigest()
