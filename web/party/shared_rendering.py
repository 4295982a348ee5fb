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
"""Maximum number of rendered shared parts in memory, such as the pages of the standings in each language.
Beyond it, the part that was used longest ago is dropped."""


def _itself(content: Any) -> Any:
    return content


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of a live page, such as the heading. It is rendered again only if what it shows changes."""

    template: str
    """The name of the part's template."""
    select: Callable[[Any], Hashable] = _itself
    """The function that takes what the page shows and returns what this part shows of it."""
    shared: bool = False
    """True if all phones that show the same value in the same language share the rendered part. A shared
    part has no form."""


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page of a party that is kept up to date on one phone: its parts, its language, and the function that
    computes what it shows."""

    compute_content: Callable[[PartyMoment], Any]
    """The function that computes what the page shows from a moment of the party."""
    parts: Mapping[str, PagePart]
    """The parts of the page, by the name of their region."""
    token: str
    """The token that every form of the page carries. It proves that a request comes from this page."""
    language: str
    """The phone's language."""

    def render_parts(self, templates: Environment, content: Any, moment: PartyMoment) -> Mapping[str, str]:
        """Return the HTML of all parts of the page, by the name of their region. Where each phone needs a key
        of its own, the HTML has `KEY_PLACEHOLDER`."""
        return {
            name: self.render_part(templates, part, part.select(content), moment)
            for name, part in self.parts.items()
        }

    def render_part(self, templates: Environment, part: PagePart, value: Any, moment: PartyMoment) -> str:
        """Return the HTML of one part of the page. `value` is what the part shows."""
        with speaking(self.language):
            template = templates.get_template(part.template)
            return template.render(v=value, moment=moment, token=self.token, key=KEY_PLACEHOLDER)


@dataclass(frozen=True, slots=True)
class RenderedPart:
    """A rendered part of a live page: its HTML, and the value from which it was rendered."""

    value: Hashable
    """The values from which the part was rendered."""
    html: str
    """The HTML of the part. Where each phone needs a key of its own, it has `KEY_PLACEHOLDER`."""
    sent: bytes | None = None
    """The bytes that put the part on any phone, if all phones share the part; otherwise None."""

    def update(self, name: str) -> bytes:
        """Return the bytes that make a phone replace the region `name` of its page by this part."""
        return _update(name, self.html) if self.sent is None else self.sent


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A rendered live page: its parts, and the values from which they were rendered."""

    content: Any
    """The values that the page shows."""
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
    """Render the parts of live pages. A part that phones share is rendered once for all of them. Any other
    part is rendered again only if what it shows has changed. Thread-safe."""

    _kept: OrderedDict[tuple[str, str, Hashable], RenderedPart] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def render_page(
        self, page: LivePage, templates: Environment, moment: PartyMoment, before: RenderedPage | None = None
    ) -> RenderedPage:
        """Return the live page `page` of a phone, rendered for a moment of the party. `before` is the page
        that the phone shows now. Return `before` itself if the new page would show the same."""
        content = page.compute_content(moment)
        if before is not None and before.content == content:
            return before
        parts = dict[str, RenderedPart]()
        for name, part in page.parts.items():
            value, known = part.select(content), before.parts.get(name) if before is not None else None
            if known is not None and known.value == value:
                parts[name] = known
            elif part.shared:
                parts[name] = self._shared(page, templates, moment, name, value)
            else:
                parts[name] = RenderedPart(value, page.render_part(templates, part, value, moment))
        return RenderedPage(content, parts)

    def _shared(
        self, page: LivePage, templates: Environment, moment: PartyMoment, name: str, value: Hashable
    ) -> RenderedPart:
        part = page.parts[name]
        key = (part.template, page.language, value)
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                html = page.render_part(templates, part, value, moment)
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
    """Return the lines of a server-sent event that make a phone put `html` into the region `name`. The empty
    line at the end is left out, so that several regions can form one event."""
    part = f'<hx-partial hx-target="#region-{name}" hx-swap="innerMorph">{with_new_keys(html)}</hx-partial>'
    return event("", part)[:-1]
