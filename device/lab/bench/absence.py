"""Measure the time until a phone that was asleep, or out of the Wi-Fi's reach, shows the present state
again.

It needs a real browser. Without playwright or Chromium, as on a table, the measurement is left out.
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
from web.hub import SnapshotHub

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

RETURN_COUNT: Final = 8
"""Number of returns. Their median and the worst are reported."""
ABSENCE_SECONDS: Final = (1.0, 4.0)
"""Seconds of absence, used in turn. The connection may survive a short absence, and retries have failed in
a long one."""
MAX_STREAMS: Final = 64
"""The greatest number of streams of the server. A silent connection holds a stream until the server notices.
"""
MAX_RETURN_MS: Final = 30_000
"""Milliseconds after which a phone counts as not having returned at all."""
SHOWS_HAND_SCRIPT: Final = "hand => document.querySelector('.place')?.textContent.includes(`Hand ${hand}`)"
SLEEP_SCRIPT: Final = """asleep => {
  for (const [name, value] of [["hidden", asleep], ["visibilityState", asleep ? "hidden" : "visible"]])
    Object.defineProperty(document, name, { value, configurable: true });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}"""

SetAway = Callable[[bool], None]
"""A function that takes the phone away, or brings it back."""


def measure() -> dict[str, Any]:
    """Measure the seconds from a phone's return until its page is up to date, median and worst."""
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
    """Return the median and the worst time of `RETURN_COUNT` returns, in seconds. The table plays on during
    each absence."""
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
    """Simulate the Wi-Fi between the phone and the table's server: a relay on `port` that can be silent.

    A connection that was open at `fade` stays open afterwards without further data, as after a change of the
    Wi-Fi's cell.
    """

    def __init__(self, server: int) -> None:
        self._server, self._since, self._faded = server, 0, False
        self._door = socket.create_server(("127.0.0.1", 0))
        self._lines: list[socket.socket] = []
        self.port: int = self._door.getsockname()[1]
        threading.Thread(target=self._open, daemon=True).start()

    def fade(self) -> None:
        """Stop all data. The present connections stay silent for ever."""
        self._since, self._faded = self._since + 1, True

    def clear(self) -> None:
        """Carry the data of new connections again."""
        self._faded = False

    def close(self) -> None:
        """Close all connections."""
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
