"""Show the rules in our own words, clause by clause. Every ruling links to its clause on this page."""

from typing import Final

from flask import Blueprint, Response, abort

from engine.catalogue import GAMES
from engine.game import Game
from web import rulebook
from web.current_history import current_history
from web.languages import translate as _
from web.responses import html

pages = Blueprint("rules", __name__, url_prefix="/rules")

DEFAULT_GAME: Final = "lexicon"
"""The game whose rules are shown while no match is set up."""


@pages.get("")
def page() -> Response:
    """Show the rules of the present game, with this table's options."""
    return _page(_playing() or GAMES[DEFAULT_GAME])


@pages.get("/<name>")
def game(name: str) -> Response:
    """Show the rules of a game of the catalogue, as its booklet has them; 404 for an unknown game."""
    playing = _playing()
    if playing is not None and playing.name == name:
        return _page(playing)
    if name not in GAMES:
        abort(404, _("There is no such game."))
    return _page(GAMES[name])


def _playing() -> Game | None:
    """Return the game of the present match; None before a match is set up."""
    history = current_history()
    return history.match.game if history else None


def _page(game: Game) -> Response:
    sections, introduction = rulebook.rules_of(game), rulebook.introduction(game)
    return html("rules.html", game=game, sections=sections, introduction=introduction, games=GAMES)
