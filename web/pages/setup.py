"""Set-up: a new match in a few taps, the house's own words, the board that is played on. The steward's."""

from typing import Final

import msgspec
from flask import Blueprint, Response, abort, redirect, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from web.behind import NewMatch, RefusedError, Setting
from web.desk import desk, html
from web.languages import translate as _
from web.requests import MalformedError

pages = Blueprint("setup", __name__, url_prefix="/setup")

ROWS: Final = 10
"""Seats on the form: as many as the largest game has."""


@pages.get("")
def page() -> Response:
    """Everything there is to choose, as the last match had it."""
    return _page()


@pages.post("")
def begin() -> AnyResponse:
    """`game`, `player` and `edge` by seat, `mode`, `pack`, `word_list`, `board`: 303 to the scores, or
    the form again with what is wrong (400)."""
    wish = _wish(request.form)
    try:
        _setting().begin(wish)
    except RefusedError as fault:
        return _page(wish, str(fault))
    return redirect("/", 303)


@pages.post("/words")
def words() -> AnyResponse:
    """`add` a word to the house's own, or `remove` one."""
    added, removed = request.form.get("add", ""), request.form.get("remove", "")
    _setting().house_word(added or removed, keep=bool(added) or not removed)
    return redirect("/setup#words", 303)


@pages.post("/board")
def board() -> AnyResponse:
    """`profile`: a board as a TOML profile describes it, to be chosen from now on."""
    _setting().board(request.form.get("profile", ""))
    return redirect("/setup#board", 303)


def _setting() -> Setting:
    setting = desk().behind.setting
    if setting is None:
        abort(404, _("The people at this table have begun by themselves; nothing is set up here."))
    return setting


def _page(wish: NewMatch | None = None, message: str = "") -> Response:
    offered = _setting().offered()
    page = html("setup.html", offered=offered, wish=wish or offered.before, rows=ROWS, message=message)
    page.status_code = 400 if message else 200
    return page


def _wish(form: "MultiDict[str, str]") -> NewMatch:
    edges = tuple(edge for edge in form.getlist("edge") if edge)
    players = tuple(name for name in form.getlist("player") if name.strip())
    given = {name: form[name] for name in ("game", "mode", "pack", "word_list", "board") if name in form}
    try:
        return msgspec.convert({**given, "players": players, "edges": edges}, type=NewMatch)
    except msgspec.ValidationError as fault:
        raise MalformedError(str(fault)) from fault
