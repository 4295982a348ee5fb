"""The party as a layer over a film: the hand, its clock, who leads, the last word that a steward ruled on."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from flask import Blueprint, Response, current_app

from engine.party import Party
from engine.words import WordList
from web.languages import spoken
from web.responses import html
from web.room.phone_view import StandingsLine, line_of
from web.room.responses import desk
from web.room.shared_rendering import LivePage, PagePart
from web.room.state import PartyMoment
from web.room.steward_view import State, state_of
from web.room.views import streamed

pages = Blueprint("overlay", __name__)

SHOWN_PLAYERS: Final = 5
"""Players who are shown."""


@dataclass(frozen=True, slots=True)
class OverlayRuling:
    """A word that a steward has ruled on, at a table from 0."""

    word: str
    table: int
    verdict: str


@dataclass(frozen=True, slots=True)
class Layer:
    """Hold the overlay on a film. `waits` is how many tables hold the party up, `lines` the leaders after the
    finished hands. It shows no card of a running hand, and no word without a call for the steward.
    """

    state: State
    party: str = ""
    round: int = 0
    hands: int = 0
    waits: int = 0
    lines: tuple[StandingsLine, ...] = ()
    ruled: OverlayRuling | None = None
    winners: tuple[str, ...] = ()


def layer_of(moment: PartyMoment, words: WordList | None) -> Layer:
    """Return the overlay at a moment."""
    agreed = moment.party.agreed
    waits = {*moment.unready, *(moment.missing if moment.bell == "over" else ()), *moment.ties}
    best = tuple(moment.table_of[:SHOWN_PLAYERS]) if moment.over else ()
    first = [one for one in moment.table_of if one.place == 1] if moment.finished else []
    return Layer(
        state_of(moment),
        party=agreed.name if agreed else "",
        round=moment.number,
        hands=agreed.hands if agreed else 0,
        waits=len(waits),
        lines=tuple(line_of(moment, one) for one in best),
        ruled=_ruled(moment.party, words),
        winners=tuple(moment.name(one.player) for one in first),
    )


def _ruled(party: Party, words: WordList | None) -> OverlayRuling | None:
    """Return the last word of this hand that a steward ruled on; none that would offend the watchers."""
    for (table, call), verdict in reversed(list(party.verdicts.items())):
        called = party.calls.get((table, call))
        if called is not None and called.round == len(party.rounds):
            offends = words is not None and words.offends(called.word)
            return None if offends else OverlayRuling(called.word, table, verdict)
    return None


def live() -> LivePage:
    """Return the live page."""
    words = desk().words
    view = partial(layer_of, words=words)
    return LivePage(view, {"layer": PagePart("room/layer.html", shared=True)}, "", spoken())


@pages.get("/overlay")
def page() -> Response:
    """Show the party on a transparent ground, live, with nothing to touch."""
    page, moment = live(), desk().moment()
    view = page.view(moment)
    regions = page.rendered(current_app.jinja_env, view, moment)
    return html("room/overlay.html", v=view, regions=regions, moment=moment)


@pages.get("/overlay/events")
def events() -> Response:
    """Send the page and then what changes, for as long as somebody listens."""
    return streamed(live())
