"""Render the page's regions. A region is a part of the page that changes, and has its own template.

The first page and every live update use the same templates. So a phone without JavaScript shows the same
texts and layout.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from jinja2 import Environment

from web import charting, drawing, emphasis, game_views, play_review
from web.languages import ENGLISH, speaking
from web.snapshot_hub import Published, SnapshotHub

Regions = Mapping[str, str]
"""The HTML of each region of a page, by the region's name."""

REGIONS: Final = (
    "masthead",
    "seen",
    "summary",
    "scores",
    "reckoning",
    "notices",
    "ruling",
    "proposal",
    "praise",
    "table",
    "cards",
    "curve",
    "history",
    "pins",
    "question",
    "timer",
    "actions",
)


OWN_MESSAGE_REGION: Final = "table"
"""The name of the region with the camera's picture. It is sent in an event of its own, and the page shows it
only when the picture has loaded."""


class Renderer:
    """Render each published snapshot once in each language, for all phones."""

    def __init__(self, templates: Environment) -> None:
        self._templates = templates
        self._lock = threading.Lock()
        self._version = 0
        self._regions: dict[str, Regions] = {}
        self._sent: dict[tuple[str, int], bytes] = {}

    def regions(self, published: Published, language: str = ENGLISH) -> Regions:
        """Return all regions of the published snapshot in `language`. Thread-safe."""
        with self._lock:
            self._forget_other_versions(published.version)
            if language not in self._regions:
                self._regions[language] = self._render(published, language)
            return self._regions[language]

    def shared_bytes(
        self, published: Published, since: int, language: str, make: Callable[[], bytes]
    ) -> bytes:
        """Return the bytes of the update that brings a phone from snapshot number `since` to `published`, in
        `language`. The update is made once with `make`, and is the same for all phones that show `since` in
        this language."""
        with self._lock:
            if published.version == self._version and (language, since) in self._sent:
                return self._sent[language, since]
        payload = make()
        with self._lock:
            if published.version == self._version:
                self._sent[language, since] = payload
        return payload

    def _forget_other_versions(self, version: int) -> None:
        if version != self._version:
            self._version, self._regions, self._sent = version, {}, {}

    def _render(self, published: Published, language: str) -> Regions:
        shown = published.in_language(language)
        with speaking(language):
            return MappingProxyType(
                {
                    name: self._templates.get_template(f"regions/{name}.html").render(s=shown)
                    for name in REGIONS
                }
            )


@dataclass(frozen=True, slots=True)
class RegionUpdate:
    """The changes that bring a page on a phone from an older snapshot to a newer one."""

    version: int
    """The version of the new snapshot."""
    regions: Regions
    """The regions that differ from those on the page."""
    state: dict[str, Any]
    """The bell, the timer, the version of the snapshot, and the number of seconds since it was published."""


def changes(
    hub: SnapshotHub, renderer: Renderer, published: Published, seen: Regions, language: str = ENGLISH
) -> RegionUpdate:
    """Return the update that brings a page with the regions `seen` to the snapshot `published`, in
    `language`. It says how many seconds ago the snapshot was published (`age`), so that the page can correct
    its timer."""
    shown = published.in_language(language)
    state = {
        "version": published.version,
        "age": round(hub.age(published), 3),
        "bell": shown.hardware.bell,
        "timer": shown.hardware.timer,
    }
    differ = {
        name: html for name, html in renderer.regions(published, language).items() if seen.get(name) != html
    }
    return RegionUpdate(published.version, differ, state)


def install(templates: Environment) -> None:
    """Give the templates of the regions the functions and filters that they call, such as for drawing the
    cards."""
    templates.globals.update(outline=drawing.outline, discs=drawing.discs, summary=drawing.summary)
    templates.globals.update(likelihood_adverb=drawing.likelihood_adverb)
    templates.globals.update(clock_cards=drawing.clock_cards, clock_numbers=drawing.clock_numbers)
    templates.globals.update(square_runs=drawing.square_runs, chart=charting.chart)
    templates.globals.update(square_places=game_views.square_places, play_sentence=play_review.play_sentence)
    templates.filters.update(
        emphasized=emphasis.with_emphasis, with_masters_marked=emphasis.with_masters_marked
    )
    templates.trim_blocks = True
    templates.lstrip_blocks = True
