"""The live pages of a party: what each shows of a moment, and its event stream, as `web.stream` has it."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from jinja2 import Environment

from web.languages import speaking
from web.languages import translate as _
from web.room.desk import RoomDesk
from web.room.moment import Moment
from web.room.screened import Screen, next_turn
from web.room.sharing import Live, Shown
from web.stream import ASKING_MS, BEAT, KEEPALIVE_S, RETRY_MS, event

SLICE_S: Final = 1.0
"""Seconds for which a stream waits without looking whether the server closes."""
TOGETHER_S: Final = 0.1
"""Seconds in which changes are sent together: at a thousand tables there is one every few milliseconds."""


def frames(desk: RoomDesk, templates: Environment, live: Live) -> Iterator[bytes]:
    """Yield the whole page at once, then what changes, until the server closes."""
    yield b"retry: %d\n\n" % RETRY_MS
    shown: Shown | None = None
    told: tuple[Any, ...] = ()
    moment, silent, changed = desk.moment(), 0.0, False
    while not desk.hub.closed:
        if shown is not None and (tells := _told(moment)) != told:  # the bell first: pages take longer
            yield _state(moment, live.language)
            told, silent = tells, 0.0
        now = desk.sharing.shown(live, templates, moment, shown)
        if now is not shown and (update := now.update(shown)):
            yield update
            silent = 0.0
        if shown is None:
            yield _state(moment, live.language)
            told = _told(moment)
        shown = now
        if silent >= KEEPALIVE_S:
            yield BEAT
            silent = 0.0
        moment, waited, changed = _next(desk, moment, shown, apart=changed)
        silent += waited


def _next(desk: RoomDesk, moment: Moment, shown: Shown, *, apart: bool) -> tuple[Moment, float, bool]:
    """Wait for what comes after a moment. Return it, the seconds of silence, and whether the party changed.
    What changes first is told at once; `apart`: what changes soon after that is told together."""
    until = _until(moment, shown.view)
    together = min(TOGETHER_S, until) if apart else 0.0
    if together:
        desk.hub.pause(together)
    wait = min(SLICE_S, until - together)
    seen = desk.room.wait(moment.seen.number, wait)
    changed = seen.number != moment.seen.number
    return desk.moments.of(seen), 0.0 if changed else together + wait, changed


def frame(desk: RoomDesk, templates: Environment, live: Live) -> bytes:
    """Return the whole page, and when to ask for the next: for a phone that gets no lasting stream."""
    moment = desk.moment()
    update = desk.sharing.shown(live, templates, moment).update(None)
    return b"retry: %d\n" % ASKING_MS + BEAT + update + _state(moment, live.language)


def _until(moment: Moment, view: Any) -> float:
    """Seconds until something changes by itself: the bell, or a list's page."""
    turn = next_turn(moment, view.pages) if isinstance(view, Screen) else None
    return min(moment.left or SLICE_S, turn or SLICE_S) + 0.005


def _told(moment: Moment) -> tuple[Any, ...]:
    return moment.bell, moment.rings, moment.ends_at, moment.number


def _state(moment: Moment, language: str) -> bytes:
    """The bell and the clock, as the page's script hears them (`web/static/page.js`)."""
    with speaking(language):
        reason = _reason(moment)
    state = {
        "version": moment.seen.number,
        "age": 0,
        "bell": {"rings": moment.rings, "reason": reason},
        "timer": {"left": moment.left, "running": moment.bell in ("soon", "running"), "pace": 1.0},
    }
    return event("state", msgspec.json.encode(state).decode(), moment.seen.number)


def _reason(moment: Moment) -> str:
    """Why the bell rings: also for the next seats, where all tables were done before their time was up."""
    if moment.rings % 2:
        return _("The hand begins.")
    open_ = moment.round is not None and moment.round.rung and not moment.round.over
    return _("Time is up. Count your hands.") if open_ else _("The hand is over. Look where you sit next.")
