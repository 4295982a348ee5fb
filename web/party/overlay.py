"""The overlay on a film of the party: the hand, its clock, the leaders, and the last ruling of a steward."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from flask import Blueprint, Response, current_app

from engine.party import Party
from engine.words import WordList
from web.languages import spoken
from web.party.headings import PartyHeading, heading_of
from web.party.phone_view import StandingsLine, line_of
from web.party.responses import party_context
from web.party.shared_rendering import LivePage, PagePart
from web.party.state import PartyMoment
from web.party.steward_view import PartyState, state_of
from web.party.views import stream_answer
from web.responses import html

pages = Blueprint("overlay", __name__)

MAX_SHOWN_LEADERS: Final = 5
"""Maximum number of players from the top of the standings that the overlay over a film shows."""


@dataclass(frozen=True, slots=True)
class OverlayRuling:
    """A word that a steward has ruled on."""

    word: str
    """The word that was ruled on."""
    table: int
    """The number of the table at which the word was laid, from 0."""
    verdict: str
    """The steward's verdict on the word."""


@dataclass(frozen=True, slots=True)
class OverlayView:
    """All contents of the overlay. It shows no cards of a hand that is being played, and no word without a
    ruling."""

    state: PartyState
    """The state of the party, one of the words in `PartyState`."""
    heading: PartyHeading
    """The party's name, the number of the hand, and the number of hands."""
    waiting_table_count: int
    """The number of tables for which the room waits."""
    lines: tuple[StandingsLine, ...]
    """The first lines of the standings after the finished hands."""
    ruled: OverlayRuling | None
    """The last word of this hand that a steward ruled on."""
    winners: tuple[str, ...]
    """The names of the winners; empty before the last hand is over."""


def overlay_view(moment: PartyMoment, words: WordList | None) -> OverlayView:
    """Return what the overlay over a film shows at a moment of the party. `words` is the word list for the
    last ruling, if there is one."""
    waiting = {*moment.unready, *(moment.missing if moment.bell == "over" else ()), *moment.ties}
    best = tuple(moment.standings[:MAX_SHOWN_LEADERS]) if moment.finished_rounds else ()
    first = [one for one in moment.standings if one.place == 1] if moment.finished else []
    return OverlayView(
        state_of(moment),
        heading=heading_of(moment),
        waiting_table_count=len(waiting),
        lines=tuple(line_of(moment, one) for one in best),
        ruled=_last_ruling(moment.party, words),
        winners=tuple(moment.name(one.player) for one in first),
    )


def _last_ruling(party: Party, words: WordList | None) -> OverlayRuling | None:
    """Return the last word of this hand that a steward ruled on; None if there is none, or if the word is
    offensive."""
    for (table, call), verdict in reversed(list(party.verdicts.items())):
        called = party.calls.get((table, call))
        if called is not None and called.round == len(party.rounds):
            offends = words is not None and words.is_offensive(called.word)
            return None if offends else OverlayRuling(called.word, table, verdict)
    return None


def overlay_page() -> LivePage:
    """Return the live page that lies as an overlay over a film of the party."""
    words = party_context().words
    view = partial(overlay_view, words=words)
    return LivePage(view, {"layer": PagePart("party/layer.html", shared=True)}, "", spoken())


@pages.get("/overlay")
def page() -> Response:
    """Show the overlay on a transparent background, live, without controls."""
    page, moment = overlay_page(), party_context().moment()
    view = page.compute_content(moment)
    regions = page.render_parts(current_app.jinja_env, view, moment)
    return html("party/overlay.html", v=view, regions=regions, moment=moment)


@pages.get("/overlay/events")
def events() -> Response:
    """Send the overlay and then its changes, until the client hangs up."""
    return stream_answer(overlay_page())
