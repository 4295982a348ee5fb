"""The application of a party's pages: what the hub's machine and its doors serve to phones and screens."""

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Final

from flask import Flask

from engine.words import WordList
from web import compression, desk
from web.access import tongue
from web.application import answer_faults, stamp
from web.behind import Behind
from web.compiled import Compiled
from web.fairness import Admission
from web.languages import translate as _
from web.pages import shell
from web.room import access, doors, hosts, overlay, players, stewards, views
from web.room.desk import RoomDesk
from web.room.port import Room, RoomAwayError, RoomRefusedError
from web.room.telling import Teller

MOST_STREAMS: Final = 500
_TEMPLATES: Final = Compiled()
PAGES: Final = (
    views.pages,
    doors.pages,
    players.pages,
    stewards.pages,
    hosts.pages,
    overlay.pages,
    shell.pages,
)


def create_app(
    room: Room,
    secret: bytes,
    *,
    words: WordList | None = None,
    address: Callable[[], str | None] = lambda: None,
    hosts: Callable[[], Collection[str]] = tuple,
    streams: int = MOST_STREAMS,
) -> Flask:
    """Make the application of a party's pages.

    `secret`: the party's, the same on every machine; it signs codes and cookies. `words`: what prepares a
    steward's verdict. `address`: where phones find this machine. `hosts`: further names it goes by.
    `streams`: the most phones that may watch live.
    """
    app = Flask("web", static_url_path="/static")
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 31_536_000  # a year: every address of a file carries its stamp
    app.jinja_env.bytecode_cache = _TEMPLATES
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["behind"] = Behind
    app.jinja_env.globals["tabs"], app.jinja_env.globals["says"] = "room/tabs.html", views.says
    app.jinja_env.globals["stamp"] = stamp(Path(app.root_path) / "static")
    here = RoomDesk(room, secret, words, address, Admission(streams))
    app.extensions["desk"], app.extensions["teller"] = here, Teller(here)
    for pages in PAGES:
        app.register_blueprint(pages)
    tongue.install(app)
    answer_faults(app)
    app.register_error_handler(RoomRefusedError, lambda fault: desk.problem(409, _(str(fault))))
    app.register_error_handler(RoomAwayError, lambda _fault: desk.problem(503, away()))
    access.install(app, secret, hosts)
    compression.install(app)
    return app


def away() -> str:
    """Return what is told when no hub answers."""
    return _("The party's machine does not answer. Nothing is lost. Try again in a moment.")
