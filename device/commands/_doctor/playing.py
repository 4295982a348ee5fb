"""Check a table that is playing. Such a table holds the camera, the pins and the port, so this module asks
its page about them."""

import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from device.commands._doctor.finding import Failing, Skipping
from device.network import WILDCARD_HOSTS, page_address
from device.records.value_files import is_locked
from device.settings import WebSettings
from web.snapshot import Snapshot, decode

if TYPE_CHECKING:
    from device.commands._doctor.camera import Glimpse

TIMEOUT_SECONDS: Final = 5.0
"""Seconds that the page has to answer. A small board may be reading a picture."""
MAX_ANSWER_BYTES: Final = 32_000_000
"""Maximum number of bytes that are read of an answer of a table's page: more than any picture has."""

CAMERA_NOTICES: Final = frozenset({"no pictures", "frozen", "wrong size", "black"})
"""The kinds of notices on a table's page that are about its camera, not about the light."""

NO_PINS_NOTICE: Final = "no pins"
"""The kind of the notice that a table plays without its pins (`device.records.troubles`)."""

STOP_ADVICE: Final = "To try them, stop the table first: sudo systemctl stop lexicon-table"


@dataclass(frozen=True, slots=True)
class PlayingTable:
    """A table that is playing at the moment of the check, with the same data folder as the settings."""

    page: str
    """The address of the table's page."""
    snapshot: Snapshot | None
    """The snapshot on the table's page; None if the page does not answer."""

    def camera(self, source: str) -> str:
        """Return a sentence about the camera `source`, as the playing table's page shows it. Raise Failing
        if the page reports a fault of the camera, Skipping if the page has no picture or does not answer."""
        if self.snapshot is None:
            raise Skipping(f"A table is playing and may have camera {source}. {STOP_ADVICE}")
        faults = [notice for notice in self.snapshot.messages.notices if notice.kind in CAMERA_NOTICES]
        if faults:
            sentences = " ".join(notice.text for notice in faults)
            raise Failing(sentences, " ".join(dict.fromkeys(notice.advice for notice in faults)))
        if self.snapshot.picture is None:
            raise Skipping(f"The table that is playing has camera {source}, and no picture yet.")
        size = f"{self.snapshot.picture.width} x {self.snapshot.picture.height} pixels"
        return f"{source}: {size}. The table that is playing has it"

    @property
    def has_pins(self) -> bool:
        """True if the playing table holds the pins. If the table's page does not answer, the pins count as
        held."""
        return self.snapshot is None or all(
            notice.kind != NO_PINS_NOTICE for notice in self.snapshot.messages.notices
        )

    def glimpse(self) -> "Glimpse | None":
        """Return the newest picture on the table's page; None if there is none."""
        import cv2
        import numpy as np

        from device.commands._doctor.camera import Glimpse

        answer = _fetch(f"{self.page}table.jpg")
        if not answer:
            return None
        picture = cv2.imdecode(np.frombuffer(answer, np.uint8), cv2.IMREAD_COLOR)
        return None if picture is None else Glimpse(np.asarray(picture, np.uint8))


def find_playing_table(web: WebSettings, data: Path) -> PlayingTable | None:
    """Return the table that is playing now with the data folder `data`; None if there is none.

    A table locks its folder. If this user may not find out about the lock, a table counts as playing
    if the page at the address in `web` answers. If the folder is not locked, a page there is that of
    another table, such as a demo, and does not count.
    """
    locked = is_locked(data)
    if locked is False:
        return None
    snapshot = snapshot_at(web)
    return PlayingTable(_page(web), snapshot) if locked or snapshot is not None else None


def snapshot_at(web: WebSettings) -> Snapshot | None:
    """Return what the page shows at the address in the settings `web`, as a snapshot; None if no table
    answers there."""
    answer = _fetch(f"{_page(web)}api/state") if web.port else None
    try:
        return decode(answer) if answer else None
    except msgspec.DecodeError:
        return None


def _page(web: WebSettings) -> str:
    return page_address("localhost" if web.host in WILDCARD_HOSTS else web.host, web.port)


def _fetch(address: str) -> bytes | None:
    """Fetch `address` on this machine or its network, through no proxy. Return None without an answer."""
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with straight.open(address, timeout=TIMEOUT_SECONDS) as page:
            answer: bytes = page.read(MAX_ANSWER_BYTES)
    except (OSError, ValueError):
        return None
    return answer
