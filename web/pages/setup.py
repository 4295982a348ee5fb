"""Set up a new match in a few taps, from the players to the cards on the table. Only the steward may.

The table opens this page while no match is set up.
"""

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import msgspec
from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from engine.cards import MASTER, PACKS
from engine.catalogue import EDITIONS, GAMES, booklet_name, has_option
from engine.game import Game
from engine.i18n import UserError
from engine.options import OPTIONS, GameOption, OptionLabels
from engine.shared.player_names import checked_names
from web import rulebook, uploads
from web.access import identity
from web.access.seats import SeatTakenError
from web.languages import spoken
from web.languages import translate as _
from web.requests import malformed
from web.responses import html, page_context, uncached, wait_until
from web.rulebook import evening
from web.services.match_set_up import BoxReading, MatchChoices, NewMatch, SetUpService
from web.services.refusal import RefusedError

pages = Blueprint("setup", __name__, url_prefix="/setup")

SEAT_FIELDS: Final = 10
"""Number of seats on the form, enough for the game with the most players."""
COPIED_FIELDS: Final = ("game", "mode", "pack", "word_list", "board")
"""The names of the set-up form's fields whose text the new match takes unchanged. Other fields are
converted."""
YES_NO: Final = {"yes": True, "no": False}
FORM_OPTIONS: Final = tuple((option, option.form_labels) for option in OPTIONS.values() if option.form_labels)
"""The options of games that the set-up form has a field for, each with the description of its field. An empty
field leaves the booklet's value."""
NUMBER_FIELDS: Final = {option.name for option, _labels in FORM_OPTIONS if option.upper_limit}
"""The names of those fields of the set-up form that take a number."""
NUMBER: Final = re.compile(r"[0-9]{1,6}", re.ASCII)
STEPS: Final = {"": "who", "player": "who", "game": "game", "pack": "cards", "box": "cards"}
"""The step of the set-up form on which each field is shown; fields that are not listed are on `LAST_STEP`.
The form opens at the step of the first field with a fault, otherwise at the step of the players' names."""
LAST_STEP: Final = "go"
OPTIONS_OF_SOME_GAMES: Final = ("mode", "quick", "board", *(option.name for option, _labels in FORM_OPTIONS))
"""The names of the fields of the set-up form that only some games have. The page hides them for other
games."""


@dataclass(frozen=True, slots=True)
class GameOnForm:
    """A game among the choices of the set-up form."""

    name: str
    title: str
    seats: tuple[int, int]
    """The minimum and the maximum number of players of the game."""
    introduction: str
    duration: str
    """A text with the length of the game, or of a hand."""
    equipment: str
    """The name of the equipment that people need for the game."""
    layout_instructions: str
    """The sentences about the layout of the table before the first turn."""
    picture: str
    """The name of the game whose picture illustrates this game."""


@dataclass(frozen=True, slots=True)
class OptionOnForm:
    """An option of a game as a field of the set-up form."""

    name: str
    label: str
    yes: str
    """The label of the answer "yes"; empty for an option whose value is a number."""
    no: str
    """The label of the answer "no"; empty for an option whose value is a number."""
    digits: int
    """The maximum number of digits of the option's value, for an option whose value is a number."""


@pages.get("")
def page() -> Response:
    """Show the set-up form, filled in with the settings of the last match."""
    return _page()


@pages.post("")
def begin() -> AnyResponse:
    """Begin a match with the settings in the form, such as `game`, the players (`player`, by seat),
    `mode` and `pack`. Redirect (303) to the page of the match, or to the page for photographs at a table
    without a camera. If the settings are wrong, show the form again with its fault (400)."""
    if misread := _number_fault(request.form):
        kept = MultiDict(one for one in request.form.items(multi=True) if one[0] not in NUMBER_FIELDS)
        return _page(_new_match(kept), misread)
    new_match, here = _new_match(request.form), page_context()
    known = len(here.services.archive.events())
    try:
        coming = _service().begin(new_match)
    except RefusedError as fault:
        return _page(new_match, fault)
    shown = here.hub.latest
    wait_until(
        lambda: len(here.services.archive.events()) >= known + coming and bool(shown().snapshot.players)
    )
    _take_only_seat()
    return redirect("/snap" if here.services.photographs else "/", 303)


@pages.post("/box")
def box() -> Response:
    """Show the filled-in form again, with the pack and the booklet of a box or a leaflet. The picture file
    `photo` shows the box or the leaflet. If it can't be read, show the reason (400)."""
    kept = MultiDict(one for one in request.form.items(multi=True) if one[0] not in NUMBER_FIELDS)
    new_match = _new_match(kept)
    try:
        with uploads.photograph() as photo:
            found = _service().read_box(photo or b"")
    except RefusedError as fault:
        return _page(new_match, RefusedError(str(fault), "box"))
    return _page(_with_box(new_match, found), box=found, before=new_match.game)


@pages.get("/names")
def names() -> Response:
    """Return the fault of the names in the fields `player`, for the page's own script; empty without a
    fault."""
    try:
        checked_names(request.args.getlist("player")[:SEAT_FIELDS])
    except UserError as fault:
        return uncached(Response(fault.sentence.in_language(_), mimetype="text/plain"))
    return uncached(Response("", mimetype="text/plain"))


@pages.get("/view")
def view() -> Response:
    """Answer with a piece of HTML for the page's script: the camera's picture, the cards read in it, and the
    faults of the view with their remedies."""
    shown = page_context().hub.latest().in_language(spoken())
    return uncached(Response(render_template("setup-view.html", s=shown), mimetype="text/html"))


@pages.get("/cards.pdf")
def cards() -> Response:
    """Answer with the cards of `game`, to print on sheets of `paper`."""
    pdf = _service().printable_cards(request.args.get("game", ""), request.args.get("paper", "A4"))
    answer = uncached(Response(pdf, mimetype="application/pdf"))
    answer.headers["Content-Disposition"] = 'attachment; filename="cards.pdf"'
    return answer


@pages.post("/words")
def words() -> AnyResponse:
    """Change the household's own words: add the word in the form's field `add`, or take off the word in the
    field `remove`."""
    added, removed = request.form.get("add", ""), request.form.get("remove", "")
    _service().change_house_words(added or removed, keep=bool(added) or not removed)
    return redirect("/setup#words", 303)


@pages.post("/board")
def board() -> AnyResponse:
    """Store the board of the TOML `profile`, so that people can choose it."""
    _service().store_board(request.form.get("profile", ""))
    return redirect("/setup#board", 303)


def _service() -> SetUpService:
    setting = page_context().services.set_up
    if setting is None:
        abort(404, _("The players at this table began by themselves. There is nothing to set up."))
    return setting


def _take_only_seat() -> None:
    """Give the only seat of a match for one player to the phone that began the match, unless another phone
    has the seat."""
    names = identity.names()
    if len(names) == 1:
        with suppress(SeatTakenError):
            page_context().gate.seats.sit([0], identity.phone_name(), names)


def _with_box(new_match: NewMatch, box: BoxReading) -> NewMatch:
    """Return the new match with the pack and the booklet of `box`. If the cards of the box do not fit the
    match's game, choose the first game of the box."""
    packs = {game.name: game.packs for game in _service().choices().games}
    game = new_match.game if box.pack in packs.get(new_match.game, ()) else box.games[0]
    several = len({*packs[game]} & {*PACKS}) > 1
    return replace(new_match, game=game, pack=box.pack if several else "", edition=box.edition)


def _page(
    new_match: NewMatch | None = None,
    refused: RefusedError | None = None,
    box: BoxReading | None = None,
    before: str = "",
) -> Response:
    """Return the set-up form with the values of `new_match`, and with the fault `refused` if there is one.
    After a photograph of a box, `box` is what the table read on it, and `before` the game chosen until
    then."""
    choices = _service().choices()
    new_match = new_match or _first_values(choices)
    shown = page_context().hub.latest().in_language(spoken())
    page = html(
        "setup.html",
        choices=choices,
        new_match=new_match,
        rows=SEAT_FIELDS,
        refused=refused,
        box=box,
        before=before,
        opens=STEPS.get("box" if box else refused.field if refused else "", LAST_STEP),
        written=request.form if refused or box else {},
        s=shown,
        **_template_values(choices),
    )
    page.status_code = 400 if refused else 200
    return page


def _first_values(choices: MatchChoices) -> NewMatch:
    """Return the form's first values: the settings of the last match. If the phone comes from the enrolment
    of a deck, that deck is chosen."""
    deck = request.args.get("deck", "")
    return replace(choices.last_settings, pack=deck) if deck in choices.decks else choices.last_settings


def _template_values(choices: MatchChoices) -> dict[str, object]:
    """Return the values that the template of the set-up form needs for its choices: the games, the games for
    each pack and each option, the titles of the packs."""
    games = [_game_on_form(GAMES[one.name]) for one in choices.games]
    packs = (*choices.packs, *choices.decks)
    return {
        "games": games,
        "own": tuple(
            (equipment, [g.name for g in games if g.equipment == equipment])
            for equipment in {g.equipment: 0 for g in games}
        ),
        "playable": {pack: [one.name for one in choices.games if pack in one.packs] for pack in packs},
        "packs": {name: _(title) for name, title in evening.PACKS.items()},
        "sizes": {name: (pack.size, pack.counts[MASTER]) for name, pack in PACKS.items()},
        "several": [one.name for one in choices.games if len({*one.packs} & {*choices.packs}) > 1],
        "booklets": {game.name: _booklets(game.name) for game in games if len(_booklets(game.name)) > 1},
        "of_cards": [g.name for g in games if GAMES[g.name].pack.pieces == "cards"],
        "with": {
            option: [g.name for g in games if _offers(GAMES[g.name], option)]
            for option in OPTIONS_OF_SOME_GAMES
        },
        "fields": tuple(_option_on_form(option, labels) for option, labels in FORM_OPTIONS),
    }


def _booklets(name: str) -> dict[str, str]:
    """Return the booklets of a game by edition, the default first; none for a game of an installed
    plug-in."""
    editions = (game.edition for game in EDITIONS[name])
    return {edition: _(evening.BOOKLETS[edition]) for edition in editions if edition in evening.BOOKLETS}


def _offers(game: Game, option: str) -> bool:
    """Return True if the form offers `option` for `game`. For a patience or a race it offers no mode, because
    nobody challenges its words."""
    return game.has_challenges if option == "mode" else has_option(game, option)


def _game_on_form(game: Game) -> GameOnForm:
    return GameOnForm(
        game.name,
        game.title,
        (game.seats.least, game.seats.most),
        rulebook.introduction(game),
        evening.duration(game),
        evening.equipment(game),
        evening.layout_instructions(game),
        booklet_name(game.name),
    )


def _option_on_form(option: GameOption, labels: OptionLabels) -> OptionOnForm:
    digits = len(str(option.upper_limit.maximum)) if option.upper_limit else 0
    yes, no = (_(labels.yes), _(labels.no)) if labels.yes else ("", "")
    return OptionOnForm(option.name, _(labels.label), yes, no, digits)


def _number_fault(form: "MultiDict[str, str]") -> RefusedError | None:
    """Return the fault of the first field with a wrong number; None if every number is possible."""
    for option, labels in FORM_OPTIONS:
        text, limit = form.get(option.name, "").strip(), option.upper_limit
        if limit and text and not (NUMBER.fullmatch(text) and 1 <= int(text) <= limit.maximum):
            wrong = _("Write a number from 1 to {most} for “{field}”.")
            return RefusedError(wrong.format(most=limit.maximum, field=_(labels.label)), option.name)
    return None


def _option_value(option: GameOption, text: str) -> bool | int:
    """Return the value of a game's option from the text in its form field: True or False, or a number. Raise
    MalformedError for a text that the form can't send."""
    if option.upper_limit and NUMBER.fullmatch(text):
        return int(text)
    if option.upper_limit or text not in YES_NO:
        raise malformed(f"{option.name} is {text}")
    return YES_NO[text]


def _new_match(form: "MultiDict[str, str]") -> NewMatch:
    edges = tuple(edge for edge in form.getlist("edge") if edge)
    players = tuple(name for name in form.getlist("player") if name.strip())
    values: dict[str, object] = {name: form[name] for name in COPIED_FIELDS if name in form}
    if form.get("form", ""):
        values["form"] = form["form"]
    values["edition"] = form.get(f"edition-{form.get('game', '')}", "")
    values["options"] = {
        option.name: _option_value(option, text)
        for option, _labels in FORM_OPTIONS
        if (text := form.get(option.name, "").strip())
    }
    try:
        return msgspec.convert({**values, "players": players, "edges": edges}, type=NewMatch, strict=False)
    except msgspec.ValidationError as fault:
        raise malformed(str(fault)) from fault
