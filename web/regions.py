"""The page's regions: the parts of the page that change, each rendered by its own template.

The first page and every live update come from the same templates, so that what a phone without
JavaScript sees is what the others see, and nothing is worded or laid out twice.
"""

import threading
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from jinja2 import Environment

from web import drawing
from web.hub import Hub, Published

Regions = Mapping[str, str]
"""HTML by region name."""

REGIONS: Final = (
    "masthead",
    "scores",
    "notices",
    "ruling",
    "proposal",
    "table",
    "cards",
    "history",
    "question",
    "actions",
)


class Renderer:
    """Renders each published snapshot once, however many phones want it."""

    def __init__(self, templates: Environment) -> None:
        self._templates = templates
        self._lock = threading.Lock()
        self._version = 0
        self._regions: Regions = MappingProxyType({})

    def regions(self, published: Published) -> Regions:
        """All regions of a snapshot. Thread-safe."""
        with self._lock:
            if published.version != self._version:
                self._regions = self._render(published)
                self._version = published.version
            return self._regions

    def _render(self, published: Published) -> Regions:
        shown = published.snapshot
        return MappingProxyType(
            {name: self._templates.get_template(f"regions/{name}.html").render(s=shown) for name in REGIONS}
        )


def update(hub: Hub, renderer: Renderer, published: Published, seen: Regions) -> dict[str, Any]:
    """What a page that shows `seen` needs to show `published`: the regions that differ, the bell, the timer.

    `age` is how many seconds ago the timer's figure was right.
    """
    regions = renderer.regions(published)
    shown = published.snapshot
    return {
        "version": published.version,
        "age": round(hub.age(published), 3),
        "bell": shown.bell,
        "timer": shown.timer,
        "regions": {name: html for name, html in regions.items() if seen.get(name) != html},
    }


def install(templates: Environment) -> None:
    """Give the templates the drawing functions they use."""
    templates.globals.update(outline=drawing.outline, chip=drawing.chip, summary=drawing.summary)
    templates.trim_blocks = True
    templates.lstrip_blocks = True
