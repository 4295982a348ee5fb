"""Render a page in parts. A part that all phones share is rendered once. Any other part is rendered again
only when its value changes."""

import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from jinja2 import Environment

from web.languages import speaking
from web.party.state import PartyMoment
from web.stream import event

KEY_PLACEHOLDER: Final = "new-key-of-a-form"
"""Placeholder for a key in a rendered form. It is replaced by a new key each time that the form is sent to a
phone."""
_KEYS: Final = re.compile(KEY_PLACEHOLDER)
_MAX_KEPT_PARTS: Final = 64
"""Maximum number of rendered shared parts in memory: the pages of a list and the wait of the room, in a
few languages."""


def _itself(view: Any) -> Any:
    return view


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of a live page."""

    template: str
    """The name of the part's template."""
    of: Callable[[Any], Hashable] = _itself
    """The function that returns the part's value from the page's view."""
    shared: bool = False
    """True if all phones that show the same value in the same language share the rendered part. A shared
    part has no form."""


@dataclass(frozen=True, slots=True)
class LivePage:
    """A live page of one phone."""

    view: Callable[[PartyMoment], Any]
    """The function that returns the page's view at a moment."""
    parts: Mapping[str, PagePart]
    """The parts of the page, by the name of their region."""
    token: str
    """The token that goes into the page's forms."""
    language: str
    """The phone's language."""

    def rendered(self, templates: Environment, view: Any, moment: PartyMoment) -> Mapping[str, str]:
        """Return the HTML of the page's parts by region, with `KEY_PLACEHOLDER` in the place of keys."""
        return {
            name: self.render(templates, part, part.of(view), moment) for name, part in self.parts.items()
        }

    def render(self, templates: Environment, part: PagePart, value: Any, moment: PartyMoment) -> str:
        """Return the HTML of the part `part` with the value `value`."""
        with speaking(self.language):
            template = templates.get_template(part.template)
            return template.render(v=value, moment=moment, token=self.token, key=KEY_PLACEHOLDER)


@dataclass(frozen=True, slots=True)
class RenderedPart:
    """A part of a page as a phone shows it."""

    value: Hashable
    """The value that the part shows."""
    html: str
    """The HTML of the part, with `KEY_PLACEHOLDER` in the place of keys."""
    sent: bytes | None = None
    """The update for all phones, if the part is shared. None for other parts, because each phone gets its own
    keys."""

    def update(self, name: str) -> bytes:
        """Return the update that puts the part into the region `name` of a page."""
        return _update(name, self.html) if self.sent is None else self.sent


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as a phone shows it."""

    view: Any
    """The page's view."""
    parts: Mapping[str, RenderedPart]
    """The parts of the page by the name of their region."""

    def update(self, before: "RenderedPage | None") -> bytes:
        """Return the update that changes the page `before` on a phone into this page; empty if the two are
        the same. If `before` is None, the update holds the whole page."""
        known = {name: part.html for name, part in before.parts.items()} if before is not None else {}
        changed = [name for name, part in self.parts.items() if known.get(name) != part.html]
        return b"".join(self.parts[name].update(name) for name in changed) + b"\n" if changed else b""


@dataclass(eq=False, slots=True)
class PartRenderer:
    """Render pages. A shared part is rendered once for all phones; any other part is rendered again only
    after its value has changed. Thread-safe."""

    _kept: OrderedDict[tuple[str, str, Hashable], RenderedPart] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def shown(
        self, live: LivePage, templates: Environment, moment: PartyMoment, before: RenderedPage | None = None
    ) -> RenderedPage:
        """Render the page `live` at a moment. `before` is the page that the phone shows. If the page's view
        has not changed, return `before` itself."""
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
            while len(self._kept) > _MAX_KEPT_PARTS:
                self._kept.popitem(last=False)
            return found


def with_new_keys(html: str) -> str:
    """Return the HTML with a new key in each form. The key distinguishes two taps from one tap that the phone
    sends twice."""
    return _KEYS.sub(lambda _: secrets.token_urlsafe(12), html)


def _update(name: str, html: str) -> bytes:
    """Return the lines of an event that puts `html` into the region `name`. The empty line that ends an event
    is left out, so that several updates can form one event."""
    part = f'<hx-partial hx-target="#region-{name}" hx-swap="innerMorph">{with_new_keys(html)}</hx-partial>'
    return event("", part)[:-1]
