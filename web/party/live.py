"""The event stream of a party's live pages, in the format of `web.stream`."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from jinja2 import Environment

from web.languages import speaking
from web.languages import translate as _
from web.party.responses import PartyContext
from web.party.screen_view import SECONDS_PER_PAGE, ScreenView, seconds_to_next_page
from web.party.shared_rendering import LivePage, RenderedPage
from web.party.state import PartyMoment
from web.stream import HEARTBEAT, KEEPALIVE_S, POLL_MS, RETRY_MS, event

MAX_WAIT_S: Final = 1.0
"""Maximum number of seconds until the stream checks again whether the server is closing."""
BELL_MARGIN_S: Final = 0.005
"""Seconds that are added to a stream's wait for the bell. A wait may end a little early, before the bell has
rung."""
COLLECT_S: Final = 0.1
"""Seconds for which a stream lets changes collect before it sends them in one message. With a thousand tables
a change comes every few milliseconds."""


class Stream:
    """Produce the updates of a live page for one phone."""

    def __init__(self, context: PartyContext, templates: Environment, page: LivePage) -> None:
        self._context, self._templates, self._page = context, templates, page
        self._shown: RenderedPage | None = None
        self._bell_state: tuple[Any, ...] = ()
        self._change_key: tuple[Any, ...] = ()

    def opening(self, moment: PartyMoment) -> Iterator[bytes]:
        """Yield the whole page and the bell, with which every stream begins."""
        self._change_key, self._bell_state = _change_key(moment), _bell_state(moment)
        self._shown = self._context.part_renderer.render_page(self._page, self._templates, moment)
        yield b"retry: %d\n\n" % RETRY_MS
        yield self._shown.update(None)
        yield _state(moment, self._page.language)

    def bell(self, moment: PartyMoment) -> bytes:
        """Return the event that updates the bell and the timer; empty if neither has changed. It is sent
        before the update of the page, which takes longer to make."""
        if (bell := _bell_state(moment)) == self._bell_state:
            return b""
        self._bell_state = bell
        return _state(moment, self._page.language)

    def page_changes(self, moment: PartyMoment) -> bytes:
        """Return the bytes that update the page; empty if the page shows the same as before."""
        if (key := _change_key(moment)) == self._change_key:
            return b""
        self._change_key, before = key, self._shown
        self._shown = self._context.part_renderer.render_page(self._page, self._templates, moment, before)
        return self._shown.update(before)

    def seconds_to_change(self, moment: PartyMoment) -> float:
        """Return the seconds until the bell rings or a list shows its next page, at most `MAX_WAIT_S` +
        `BELL_MARGIN_S`. No event announces these two changes, so the stream must not wait longer."""
        view = getattr(self._shown.content, "page_view", None) if self._shown is not None else None
        page_seconds = (
            seconds_to_next_page(moment, view.list_page.pages) if isinstance(view, ScreenView) else None
        )
        return min(moment.seconds_left or MAX_WAIT_S, page_seconds or MAX_WAIT_S, MAX_WAIT_S) + BELL_MARGIN_S


def frames(context: PartyContext, templates: Environment, page: LivePage) -> Iterator[bytes]:
    """Yield the whole page at once, then its changes until the server closes. Only a server with a thread for
    each stream uses this."""
    stream, moment = Stream(context, templates, page), context.moment()
    yield from stream.opening(moment)
    silent, changed = 0.0, False
    while not context.closing.closed:
        moment, waited, changed = _next_moment(
            context, moment, stream.seconds_to_change(moment), collect=changed
        )
        silent += waited
        updates = [each for each in (stream.bell(moment), stream.page_changes(moment)) if each]
        if not updates and silent >= KEEPALIVE_S:
            updates = [HEARTBEAT]
        silent = 0.0 if updates else silent
        yield from updates


def _next_moment(
    context: PartyContext, moment: PartyMoment, timeout: float, *, collect: bool
) -> tuple[PartyMoment, float, bool]:
    """Wait for the next change of the party, at most `timeout` seconds. Return the new moment, the seconds
    waited in vain, and True if the party changed. If `collect` is true, first let changes collect for
    `COLLECT_S`, so that one message sends them all."""
    collecting = min(COLLECT_S, timeout) if collect else 0.0
    if collecting:
        context.closing.pause(collecting)
    seen = context.service.wait(moment.status.number, timeout - collecting)
    changed = seen.number != moment.status.number
    return context.moments.of(seen), 0.0 if changed else timeout, changed


def frame(context: PartyContext, templates: Environment, page: LivePage) -> bytes:
    """Return the whole page once, with the delay after which the phone asks again. A phone gets this answer
    if too many streams are open."""
    moment = context.moment()
    update = context.part_renderer.render_page(page, templates, moment).update(None)
    return b"retry: %d\n" % POLL_MS + HEARTBEAT + update + _state(moment, page.language)


def _change_key(moment: PartyMoment) -> tuple[Any, ...]:
    """Return a value that differs from the value of an earlier moment if a page may have changed: the party
    has changed, the bell has rung, or a list shows its next page."""
    return moment.status.number, moment.bell, moment.status.clock // SECONDS_PER_PAGE


def _bell_state(moment: PartyMoment) -> tuple[Any, ...]:
    return moment.bell, moment.rings, moment.ends_at, moment.number


def _state(moment: PartyMoment, language: str) -> bytes:
    """Return the event with the bell and the timer for the page's script (`web/static/page.js`), as bytes."""
    with speaking(language):
        reason, after = _reason(moment), _next_bell(moment)
    state = {
        "next": after,
        "version": moment.status.number,
        "age": 0,
        "bell": {"rings": moment.rings, "reason": reason},
        "timer": {"left": moment.seconds_left, "running": moment.bell in ("soon", "running"), "pace": 1.0},
    }
    return event("state", msgspec.json.encode(state).decode(), moment.status.number)


def _next_bell(moment: PartyMoment) -> dict[str, Any] | None:
    """Return the time of the next bell, by the hub's clock, with its sentence. A phone that knows this
    time rings by itself, even if the message about the bell comes late."""
    if moment.bell == "soon":
        return {
            "at": _rings_at(moment),
            "rings": moment.rings + 1,
            "reason": _("The hand begins."),
            "left": 60 * moment.minutes,
        }
    if moment.bell == "running":
        return {
            "at": moment.ends_at,
            "rings": moment.rings + 1,
            "reason": _("Time is up. Count your hands."),
            "left": 0.0,
        }
    return None


def _rings_at(moment: PartyMoment) -> float:
    return moment.round.rings_at if moment.round else 0.0


def _reason(moment: PartyMoment) -> str:
    """Return the sentence that explains the latest ring of the bell: the hand begins, time is up, or the hand
    is over and the players look for their next seats."""
    if moment.rings % 2:
        return _("The hand begins.")
    open_ = moment.round is not None and moment.round.rung and not moment.round.over
    return _("Time is up. Count your hands.") if open_ else _("The hand is over. Look where you sit next.")
