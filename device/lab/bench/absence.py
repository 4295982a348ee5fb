"""Measure how long a phone needs to show the present state again, after the phone was asleep or out of reach
of the Wi-Fi.

The measurement needs a real browser. It is left out if playwright or Chromium is not installed.
"""

import shutil
import socket
import statistics
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from device.lab.bench.phones import at_play, serving
from web.snapshot_hub import SnapshotHub

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

RETURN_COUNT: Final = 8
"""Number of returns of a phone. The median and the worst of their times are reported."""
ABSENCE_SECONDS: Final = (1.0, 4.0)
"""Lengths of the absences in seconds, used in turn. A connection may survive the short absence. In the long
absence the phone tries in vain to connect again."""
MAX_STREAMS: Final = 64
"""Maximum number of streams that the server holds. The connection of an absent phone takes up a stream until
the server notices that nobody reads."""
MAX_RETURN_MS: Final = 30_000
"""Maximum milliseconds until the page of a phone that returns is up to date. After this time the measurement
fails."""
SHOWS_HAND_SCRIPT: Final = "hand => document.querySelector('.place')?.textContent.includes(`Hand ${hand}`)"
SLEEP_SCRIPT: Final = """asleep => {
  for (const [name, value] of [["hidden", asleep], ["visibilityState", asleep ? "hidden" : "visible"]])
    Object.defineProperty(document, name, { value, configurable: true });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}"""

SetAway = Callable[[bool], None]
"""A function that puts the phone to sleep or out of reach if its argument is true, and brings it back
otherwise."""


def measure() -> dict[str, Any]:
    """Measure the seconds from a phone's return until its page is up to date: their median and the worst, for
    a phone that slept and for a phone out of reach."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if find_spec("playwright") is None or browser is None:
        return {"left out": "playwright or Chromium is not installed"}
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver, serving(MAX_STREAMS) as (hub, server):
        air = WifiRelay(server.port)
        chromium = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        context = chromium.new_context(viewport={"width": 360, "height": 740})
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{air.port}/")
        page.wait_for_selector("html[data-link=live]", timeout=MAX_RETURN_MS)
        result = {
            "slept, s to the truth p50, worst": measure_returns(hub, page, _sleeping(page), 1),
            "Wi-Fi gone, s to the truth p50, worst": measure_returns(
                hub, page, _gone(context, air), 1 + RETURN_COUNT
            ),
        }
        chromium.close()
        air.close()
    return result


def measure_returns(hub: SnapshotHub, page: "Page", away: SetAway, first: int) -> tuple[float, float]:
    """Return the median and the worst time of `RETURN_COUNT` returns, in seconds. During each absence the
    table goes on to another hand; the hands are numbered from `first`."""
    taken = [_absence(hub, page, away, hand) for hand in range(first, first + RETURN_COUNT)]
    return round(statistics.median(taken), 2), round(max(taken), 2)


def _absence(hub: SnapshotHub, page: "Page", away: SetAway, hand: int) -> float:
    away(True)
    page.wait_for_timeout(1000 * ABSENCE_SECONDS[hand % len(ABSENCE_SECONDS)])
    hub.publish(replace(at_play(), hand=hand))
    began = time.perf_counter()
    away(False)
    page.wait_for_function(SHOWS_HAND_SCRIPT, arg=hand, polling=20, timeout=MAX_RETURN_MS)
    return time.perf_counter() - began


def _sleeping(page: "Page") -> SetAway:
    def act(asleep: bool) -> None:
        page.evaluate(SLEEP_SCRIPT, asleep)

    return act


def _gone(context: "BrowserContext", air: "WifiRelay") -> SetAway:
    def act(is_offline: bool) -> None:
        (air.fade if is_offline else air.clear)()
        context.set_offline(is_offline)  # the phone notices this; connections that are open stay open

    return act


class WifiRelay:
    """Simulate the Wi-Fi between the phone and the table's server, as a relay that listens at `port`.

    `fade` silences the Wi-Fi, and `clear` brings it back. A connection from before `fade` stays open, and
    never carries data again, as after a change from one Wi-Fi access point to another.
    """

    def __init__(self, server: int) -> None:
        self._server, self._since, self._faded = server, 0, False
        self._door = socket.create_server(("127.0.0.1", 0))
        self._lines: list[socket.socket] = []
        self.port: int = self._door.getsockname()[1]
        threading.Thread(target=self._open, daemon=True).start()

    def fade(self) -> None:
        """Stop all data. The present connections stay silent even after `clear`."""
        self._since, self._faded = self._since + 1, True

    def clear(self) -> None:
        """Carry data again, on connections made from now on."""
        self._faded = False

    def close(self) -> None:
        """Close all connections, and accept no more."""
        for line in (self._door, *self._lines):
            line.close()

    def _open(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                far = socket.create_connection(("127.0.0.1", self._server))
                self._lines += (near, far)
                since = -1 if self._faded else self._since
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(*ends, since), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket, since: int) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                if since == self._since:
                    sink.sendall(data)
            if since == self._since:
                sink.shutdown(socket.SHUT_WR)
