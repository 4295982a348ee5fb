"""The hub: one thread publishes the latest snapshot, many phones wait for it.

Latest value wins. A phone that is slow, asleep or gone simply misses the snapshots in between: nothing
is queued for it, so it can neither delay the others nor fill the memory.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from web.languages import translate as _
from web.snapshot import Said, Snapshot

PICTURES_KEPT: Final = 4
"""Number of recent pictures that a phone may still fetch: its page may be a few snapshots old."""


@dataclass(frozen=True, slots=True)
class Published:
    """A snapshot as it was published: `version` counts from 1, `at` is the hub's clock at its moment,
    seconds. `others`: the same in other languages than English.
    """

    version: int
    snapshot: Snapshot
    at: float
    others: Mapping[str, Snapshot] = field(default_factory=dict)

    def told(self, language: str) -> Snapshot:
        """Return the snapshot in `language`, or in English if there is none in that language."""
        return self.others.get(language, self.snapshot)


class SnapshotHub:
    """Thread-safe publish and subscribe of the latest snapshot and the latest pictures."""

    def __init__(self, first: Snapshot, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._latest = Published(1, first, clock())
        self._pictures: OrderedDict[int, bytes] = OrderedDict()
        self._cutouts: Mapping[str, bytes] = MappingProxyType({})
        self._closed = False

    def publish(
        self,
        snapshot: Snapshot,
        jpeg: bytes | None = None,
        others: Mapping[str, Snapshot] = MappingProxyType({}),
    ) -> int:
        """Make `snapshot` what phones show, `others` on those of other languages; return its version.

        `jpeg` is the picture `snapshot.picture.id` names; give it once, when the picture is new.
        Raise `ValueError` for a JPEG that no picture names. Never waits for a phone.
        """
        if jpeg is not None and snapshot.picture is None:
            raise ValueError("a JPEG was published with a snapshot that shows no picture")
        with self._changed:
            if jpeg is not None and snapshot.picture is not None:
                self._keep(snapshot.picture.id, jpeg)
            self._latest = Published(self._latest.version + 1, snapshot, self._clock(), others)
            self._changed.notify_all()
            return self._latest.version

    def republish(self, change: Callable[[Snapshot], Snapshot]) -> int:
        """Publish `change(latest snapshot)` in every language, without losing a race. The snapshot keeps its
        age: its timer was right when it was first published.
        """
        with self._changed:
            latest = self._latest
            others = {language: change(snapshot) for language, snapshot in latest.others.items()}
            self._latest = Published(latest.version + 1, change(latest.snapshot), latest.at, others)
            self._changed.notify_all()
            return self._latest.version

    def latest(self) -> Published:
        """Return the present snapshot for the phones."""
        with self._changed:
            return self._latest

    def wait(self, after: int, timeout: float) -> Published | None:
        """Return the latest snapshot as soon as its version is not `after`; None after `timeout` seconds or
        when the hub closes.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._latest.version != after, timeout)
            return None if self._closed or self._latest.version == after else self._latest

    def age(self, published: Published) -> float:
        """Return the seconds since `published` was published."""
        return self._clock() - published.at

    def jpeg(self, picture: int | None = None) -> bytes | None:
        """Return the picture with that id, or the newest; None when it is not (or no longer) kept."""
        with self._changed:
            if picture is None:
                return next(reversed(self._pictures.values()), None)
            return self._pictures.get(picture)

    def show_cutouts(self, cutouts: Mapping[str, bytes]) -> None:
        """Replace the pictures of single cards (JPEG) by these, by name."""
        with self._changed:
            self._cutouts = MappingProxyType(dict(cutouts))

    def cutout(self, name: str) -> bytes | None:
        """Return the picture of that name; None when it is not (or no longer) kept."""
        with self._changed:
            return self._cutouts.get(name)

    def close(self) -> None:
        """Wake every waiting phone and let its stream end."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        """Tell whether `close` was called."""
        return self._closed

    def _keep(self, picture: int, jpeg: bytes) -> None:
        self._pictures[picture] = jpeg
        self._pictures.move_to_end(picture)
        while len(self._pictures) > PICTURES_KEPT:
            self._pictures.popitem(last=False)


def blank(game: str = "Lexicon") -> Snapshot:
    """Return the snapshot that phones show before the match has said anything."""
    return replace(Snapshot(game), said=Said(notes=(_("Waiting for the table."),)))
