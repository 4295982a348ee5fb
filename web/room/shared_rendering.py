"""Render the shared parts of a page once for all phones, and of the other parts only the changes for each
phone."""

import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from jinja2 import Environment

from web.languages import speaking
from web.room.state import PartyMoment
from web.stream import event

KEY: Final = "new-key-of-a-form"
"""Placeholder for the key in a rendered form; each showing of the form gets a new key."""
_KEYS: Final = re.compile(KEY)
_KEPT: Final = 64
"""Number of rendered shared parts that stay in memory. They are the pages of a list and the wait of the
room, in a few languages."""


def _itself(view: Any) -> Any:
    return view


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of a live page."""

    template: str
    """The name of its template."""
    of: Callable[[Any], Hashable] = _itself
    """The function that returns the part's value from the page's view."""
    shared: bool = False
    """Whether the part has no form, and is rendered once for all phones that show the same value in the same
    language."""


@dataclass(frozen=True, slots=True)
class LivePage:
    """Define a live page for one phone."""

    view: Callable[[PartyMoment], Any]
    """The function that returns the page's view at a moment."""
    parts: Mapping[str, PagePart]
    """The parts of the page, by the name of their region."""
    token: str
    """The token that goes into the page's forms."""
    language: str
    """The phone's language."""

    def rendered(self, templates: Environment, view: Any, moment: PartyMoment) -> Mapping[str, str]:
        """Return the HTML of the page's parts by region, with `KEY` in the place of keys."""
        return {
            name: self.render(templates, part, part.of(view), moment) for name, part in self.parts.items()
        }

    def render(self, templates: Environment, part: PagePart, value: Any, moment: PartyMoment) -> str:
        """Return the HTML of one part that shows `value`."""
        with speaking(self.language):
            template = templates.get_template(part.template)
            return template.render(v=value, moment=moment, token=self.token, key=KEY)


@dataclass(frozen=True, slots=True)
class RenderedPart:
    """A part of a page as a phone shows it."""

    value: Hashable
    """The value that the part shows."""
    html: str
    """Its HTML, with `KEY` in the place of keys."""
    sent: bytes | None = None
    """The update for all phones; None if the part is not shared. Each phone then gets its own keys."""

    def update(self, name: str) -> bytes:
        """Return the update that shows the part in region `name` of a phone."""
        return _update(name, self.html) if self.sent is None else self.sent


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as a phone shows it."""

    view: Any
    """The page's view."""
    parts: Mapping[str, RenderedPart]
    """Its parts by the name of their region."""

    def update(self, before: "RenderedPage | None") -> bytes:
        """Return the update for a phone that shows `before`; empty if nothing differs."""
        known = {name: part.html for name, part in before.parts.items()} if before is not None else {}
        changed = [name for name, part in self.parts.items() if known.get(name) != part.html]
        return b"".join(self.parts[name].update(name) for name in changed) + b"\n" if changed else b""


@dataclass(eq=False, slots=True)
class Sharing:
    """Render pages: shared parts once for all phones, other parts only after their value changed. Any thread
    may ask.
    """

    _kept: OrderedDict[tuple[str, str, Hashable], RenderedPart] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def shown(
        self, live: LivePage, templates: Environment, moment: PartyMoment, before: RenderedPage | None = None
    ) -> RenderedPage:
        """Return the page at a moment; the same object as `before` if nothing changes on it."""
        view = live.view(moment)
        if before is not None and before.view == view:
            return before
        parts = dict[str, RenderedPart]()
        for name, part in live.parts.items():
            value, known = part.of(view), before.parts.get(name) if before is not None else None
            if known is not None and known.value == value:
                parts[name] = known
            elif part.shared:
                parts[name] = self._shared(live, templates, moment, name, value)
            else:
                parts[name] = RenderedPart(value, live.render(templates, part, value, moment))
        return RenderedPage(view, parts)

    def _shared(
        self, live: LivePage, templates: Environment, moment: PartyMoment, name: str, value: Hashable
    ) -> RenderedPart:
        part = live.parts[name]
        key = (part.template, live.language, value)
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                html = live.render(templates, part, value, moment)
                found = self._kept[key] = RenderedPart(value, html, _update(name, html))
            self._kept.move_to_end(key)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            return found


def keyed(html: str) -> str:
    """Return the HTML with a fresh key in each form. The key tells two taps apart."""
    return _KEYS.sub(lambda _: secrets.token_urlsafe(12), html)


def _update(name: str, html: str) -> bytes:
    """Return the lines of an event that puts a part into its region, without the empty line that ends the
    event.
    """
    part = f'<hx-partial hx-target="#region-{name}" hx-swap="innerMorph">{keyed(html)}</hx-partial>'
    return event("", part)[:-1]
