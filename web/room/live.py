"""The live pages of a party: what each shows of a moment, and its event stream, as `web.stream` has it."""

import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from jinja2 import Environment

from web.languages import speaking
from web.languages import translate as _
from web.room.desk import RoomDesk
from web.room.moment import Moment
from web.room.screened import Screen, next_turn
from web.stream import ASKING_MS, BEAT, KEEPALIVE_S, RETRY_MS, event

SLICE_S: Final = 1.0
"""Seconds for which a stream waits without looking whether the server closes."""
TOGETHER_S: Final = 0.1
"""Seconds in which changes are sent together: at a thousand tables there is one every few milliseconds."""

KEY: Final = "new-key-of-a-form"
"""What stands in a rendered form for its key, which is a new one wherever the form is shown."""
_KEYS: Final = re.compile(KEY)

Rendered = Mapping[str, str]
"""HTML by region, with `KEY` in the place of keys."""


@dataclass(frozen=True, slots=True)
class Live:
    """A live page for one phone: `view` is what it shows of a moment, a value; `regions` names the template
    of each of its parts. `token` goes into its forms, `language` is the phone's."""

    view: Callable[[Moment], Any]
    regions: Mapping[str, str]
    token: str
    language: str

    def rendered(self, templates: Environment, view: Any, moment: Moment) -> Rendered:
        """Return the page's parts."""
        with speaking(self.language):
            return {
                name: templates.get_template(template).render(
                    v=view, moment=moment, token=self.token, key=KEY
                )
                for name, template in self.regions.items()
            }


def keyed(html: str) -> str:
    """Return the HTML with a key of its own in each form, which tells one tap from the next."""
    return _KEYS.sub(lambda _: secrets.token_urlsafe(12), html)


def frames(desk: RoomDesk, templates: Environment, live: Live) -> Iterator[bytes]:
    """Yield the whole page at once, then what changes, until the server closes."""
    yield b"retry: %d\n\n" % RETRY_MS
    shown: Any = None
    sent: Rendered = {}
    told: tuple[Any, ...] = ()
    moment, silent = desk.moment(), 0.0
    while not desk.hub.closed:
        view = live.view(moment)
        if view != shown:
            parts = live.rendered(templates, view, moment)
            yield _update({name: html for name, html in parts.items() if sent.get(name) != html})
            shown, sent, silent = view, parts, 0.0
        if (now := _told(moment)) != told:
            yield _state(moment, live.language)
            told, silent = now, 0.0
        if silent >= KEEPALIVE_S:
            yield BEAT
            silent = 0.0
        before = moment.seen
        wait = min(SLICE_S, _until(moment, view))
        seen = desk.room.wait(before.number, wait)
        if seen.number != before.number:
            desk.hub.pause(TOGETHER_S)
            seen = desk.room.latest()
        else:
            silent += wait
        moment = desk.moments.of(seen)


def frame(desk: RoomDesk, templates: Environment, live: Live) -> bytes:
    """Return the whole page, and when to ask for the next: for a phone that gets no lasting stream."""
    moment = desk.moment()
    parts = live.rendered(templates, live.view(moment), moment)
    return b"retry: %d\n" % ASKING_MS + BEAT + _update(parts) + _state(moment, live.language)


def _until(moment: Moment, view: Any) -> float:
    """Seconds until something changes by itself: the bell, or a list's page."""
    turn = next_turn(moment, view.pages) if isinstance(view, Screen) else None
    return min(moment.left or SLICE_S, turn or SLICE_S) + 0.005


def _told(moment: Moment) -> tuple[Any, ...]:
    return moment.bell, moment.rings, moment.ends_at, moment.number


def _update(parts: Rendered) -> bytes:
    partials = "".join(
        f'<hx-partial hx-target="#region-{name}" hx-swap="innerMorph">{keyed(html)}</hx-partial>'
        for name, html in parts.items()
    )
    return event("", partials) if partials else b""


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
