"""What many phones show alike, rendered once for all of them."""

import re
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from jinja2 import Environment

from web.languages import speaking
from web.room.moment import Moment
from web.stream import event

KEY: Final = "new-key-of-a-form"
"""What stands in a rendered form for its key, which is a new one wherever the form is shown."""
_KEYS: Final = re.compile(KEY)

Rendered = Mapping[str, str]
"""HTML by region, with `KEY` in the place of keys."""


@dataclass(frozen=True, slots=True)
class Live:
    """A live page for one phone: `view` is what it shows of a moment, a value; `regions` names the template
    of each of its parts. `token` goes into its forms, `language` is the phone's. `shared`: the name of a page
    without forms that is the same for everybody who reads that language; empty for a phone's own."""

    view: Callable[[Moment], Any]
    regions: Mapping[str, str]
    token: str
    language: str
    shared: str = ""

    def rendered(self, templates: Environment, view: Any, moment: Moment) -> Rendered:
        """Return the page's parts."""
        with speaking(self.language):
            return {
                name: templates.get_template(template).render(
                    v=view, moment=moment, token=self.token, key=KEY
                )
                for name, template in self.regions.items()
            }


@dataclass(eq=False, slots=True)
class Shown:
    """A page as it is shown: its `view` and `parts`, and updates to it, each made once."""

    view: Any
    parts: Rendered
    _updates: dict[tuple[str, ...], bytes] = field(default_factory=dict)

    def update(self, before: Rendered) -> bytes:
        """Return what a phone is sent that shows `before`; nothing when it shows the same."""
        names = tuple(name for name, html in self.parts.items() if before.get(name) != html)
        if names not in self._updates:
            self._updates[names] = _update({name: self.parts[name] for name in names})
        return self._updates[names]


class Sharing:
    """Has pages rendered, those that are shared once for all who show them. Any thread may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: dict[tuple[str, str], Shown] = {}

    def shown(self, live: Live, templates: Environment, moment: Moment, before: Shown | None = None) -> Shown:
        """Return the page at a moment; `before` itself where a phone shows all that there is."""
        view = live.view(moment)
        if before is not None and before.view == view:
            return before
        if not live.shared:
            return Shown(view, live.rendered(templates, view, moment))
        with self._lock:
            kept = self._kept.get((live.shared, live.language))
            if kept is None or kept.view != view:
                kept = Shown(view, live.rendered(templates, view, moment))
                self._kept[live.shared, live.language] = kept
            return kept


def keyed(html: str) -> str:
    """Return the HTML with a key of its own in each form, which tells one tap from the next."""
    return _KEYS.sub(lambda _: secrets.token_urlsafe(12), html)


def _update(parts: Rendered) -> bytes:
    partials = "".join(
        f'<hx-partial hx-target="#region-{name}" hx-swap="innerMorph">{keyed(html)}</hx-partial>'
        for name, html in parts.items()
    )
    return event("", partials) if partials else b""
