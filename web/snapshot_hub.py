"""Publish the latest snapshot from one thread to many waiting phones.

The hub keeps only the latest snapshot, and queues nothing for a phone. A phone that is slow, asleep or gone
misses the snapshots in between. So it can neither delay the other phones nor fill the table's memory.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from web.languages import translate as _
from web.snapshot import Messages, Snapshot

KEPT_PICTURES: Final = 4
"""Number of recent pictures that a phone can still fetch. The page on a phone may be a few snapshots old."""


@dataclass(frozen=True, slots=True)
class Published:
    """A snapshot that the hub has published, with its number and its time."""

    version: int
    """The number of the publication, from 1."""
    snapshot: Snapshot
    """The snapshot in English."""
    published_at: float
    """The time of publication by the clock of `SnapshotHub`, seconds."""
    translations: Mapping[str, Snapshot] = field(default_factory=dict)
    """The snapshot in other languages, by language."""

    def in_language(self, language: str) -> Snapshot:
        """Return the snapshot in `language`, or in English if there is none in that language."""
        return self.translations.get(language, self.snapshot)


class SnapshotHub:
    """Publish the latest snapshot and the latest pictures to subscribers. Thread-safe."""

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
        translations: Mapping[str, Snapshot] = MappingProxyType({}),
    ) -> int:
        """Publish `snapshot`, which is in English, and `translations`, the snapshot in other languages.
        Return the version. Never wait for a phone.

        `jpeg` is the picture with the number `snapshot.picture.id`. The caller gives it only once, when
        the picture is new. Raise `ValueError` if there is a JPEG but `snapshot` shows no picture.
        """
        if jpeg is not None and snapshot.picture is None:
            raise ValueError("a JPEG was published with a snapshot that shows no picture")
        with self._changed:
            if jpeg is not None and snapshot.picture is not None:
                self._keep(snapshot.picture.id, jpeg)
            self._latest = Published(self._latest.version + 1, snapshot, self._clock(), translations)
            self._changed.notify_all()
            return self._latest.version

    def republish(self, change: Callable[[Snapshot], Snapshot]) -> int:
        """Publish the latest snapshot again in every language, changed by the function `change`. No other
        publication can come in between. The time of publication stays, because the snapshot's timer was
        right at that time."""
        with self._changed:
            latest = self._latest
            translations = {language: change(snapshot) for language, snapshot in latest.translations.items()}
            self._latest = Published(
                latest.version + 1, change(latest.snapshot), latest.published_at, translations
            )
            self._changed.notify_all()
            return self._latest.version

    def latest(self) -> Published:
        """Return the latest publication."""
        with self._changed:
            return self._latest

    def wait(self, after: int, timeout: float) -> Published | None:
        """Return the latest publication as soon as its version differs from `after`. Return None after
        `timeout` seconds, or when the hub closes."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._latest.version != after, timeout)
            return None if self._closed or self._latest.version == after else self._latest

    def age(self, published: Published) -> float:
        """Return the number of seconds since `published` was published."""
        return self._clock() - published.published_at

    def jpeg(self, picture: int | None = None) -> bytes | None:
        """Return the JPEG of the picture with the number `picture`, or the newest JPEG if `picture` is None.
        Return None if the hub does not hold the JPEG."""
        with self._changed:
            if picture is None:
                return next(reversed(self._pictures.values()), None)
            return self._pictures.get(picture)

    def show_cutouts(self, cutouts: Mapping[str, bytes]) -> None:
        """Replace all pictures of cards for questions by `cutouts`, which are JPEGs by name."""
        with self._changed:
            self._cutouts = MappingProxyType(dict(cutouts))

    def cutout(self, name: str) -> bytes | None:
        """Return the JPEG with the name `name`, which shows the cards of a question; None if the hub does not
        hold it."""
        with self._changed:
            return self._cutouts.get(name)

    def close(self) -> None:
        """Wake every waiting phone, and end the phones' streams."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        """True if `close` was called."""
        return self._closed

    def _keep(self, picture: int, jpeg: bytes) -> None:
        self._pictures[picture] = jpeg
        self._pictures.move_to_end(picture)
        while len(self._pictures) > KEPT_PICTURES:
            self._pictures.popitem(last=False)


def empty_snapshot(game: str = "Lexicon") -> Snapshot:
    """Return the snapshot that phones show before the match publishes its first one."""
    return replace(Snapshot(game), messages=Messages(notes=(_("Waiting for the table."),)))
