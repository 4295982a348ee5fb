"""The application of a party's pages. The party's web servers serve it to phones and screens."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from flask import Flask

from engine.party import Party
from engine.words import WordList
from web import compression, responses
from web.access import phone_language
from web.address_limits import StreamLimit
from web.application import answer_faults, stamp
from web.compiled_templates import TemplateCache
from web.languages import translate as _
from web.page_services import PageServices
from web.pages import home_screen_app
from web.party import access, code_pages, hosts, overlay, players, stewards, views
from web.party.broadcast import Broadcaster
from web.party.hosts import SHEET_SIZES
from web.party.party_service import FactRefusedError, NoHubError, PartyService
from web.party.responses import PartyContext

MAX_STREAMS: Final = 500
_TEMPLATES: Final = TemplateCache()
PAGES: Final = (
    views.pages,
    code_pages.pages,
    players.pages,
    stewards.pages,
    hosts.pages,
    overlay.pages,
    home_screen_app.pages,
)


def create_app(
    service: PartyService,
    secret: bytes,
    *,
    words: WordList | None = None,
    address: Callable[[], str | None] = lambda: None,
    hosts: Callable[[], Collection[str]] = tuple,
    streams: int = MAX_STREAMS,
    results: Mapping[str, Callable[[Party], bytes]] = MappingProxyType({}),
    papers: Mapping[str, Callable[[Party, str, str, str], bytes]] = MappingProxyType({}),
) -> Flask:
    """Make the application of a party's pages.

    `secret` is the party's secret, the same on every machine. It signs codes and cookies. `words` is the word
    list for the verdicts that stewards are offered. `address` returns the address at which phones find this
    machine. `hosts` returns further names of the machine. `streams` is the maximum number of phones that
    watch live.

    `results` has a function for each file that the host may download, by the file's name. `papers` has a
    function for each PDF that the host may print, by the PDF's name. This function takes the party, the
    address of the pages, a language and the size of the sheets (`SHEET_SIZES`).
    """
    app = Flask("web", static_url_path="/static")
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 31_536_000  # a year: every file's URL has its stamp
    app.jinja_env.bytecode_cache = _TEMPLATES
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["services"] = PageServices
    app.jinja_env.globals["tabs"], app.jinja_env.globals["says"] = "party/tabs.html", views.list_sentence
    app.jinja_env.globals["stamp"] = stamp(Path(app.root_path) / "static")
    here = PartyContext(service, secret, words, address, StreamLimit(streams), results=results, papers=papers)
    app.jinja_env.globals["results"], app.jinja_env.globals["papers"] = tuple(results), tuple(papers)
    app.jinja_env.globals["sheet_sizes"] = SHEET_SIZES
    app.extensions["page_context"], app.extensions["broadcaster"] = here, Broadcaster(here)
    for pages in PAGES:
        app.register_blueprint(pages)
    phone_language.install(app)
    answer_faults(app)
    app.register_error_handler(FactRefusedError, lambda fault: responses.problem(409, _(str(fault))))
    app.register_error_handler(NoHubError, lambda _fault: responses.problem(503, no_hub_sentence()))
    access.install(app, secret, hosts)
    compression.install(app)
    return app


def no_hub_sentence() -> str:
    """Return the message that the pages show while no hub answers."""
    return _("The party's machine does not answer. Nothing is lost. Try again in a moment.")
