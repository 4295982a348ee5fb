"""Test the whole product at once: people at a virtual table, its camera, the reader, the rules, a real
page."""

from pathlib import Path

from playwright.sync_api import Browser

from device.demo import Demo, demo
from device.running.inbox import TimePassed

MOST = 900
"""The greatest number of frames to wait until a player has finished a turn. A frame comes every quarter of
a second."""


def test_a_move_on_the_virtual_table_appears_on_the_phone(chromium: Browser, tmp_path: Path) -> None:
    now = 0.0
    asked = Demo(tmp_path, seed=5, port=0, fps=1e6, cheat=0.0)
    appliance = demo(asked, clock=lambda: now)
    page = chromium.new_page(viewport={"width": 360, "height": 740})
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    try:
        appliance.server.start()
        page.goto(f"http://127.0.0.1:{appliance.server.port}/")
        frames, loop = appliance.camera.frames(), appliance.loop
        for _ in range(MOST):
            now += 0.25
            appliance.inbox.put(next(frames))
            while not isinstance(message := appliance.inbox.get(0), TimePassed):
                loop.handle(message)
            match = loop.view.referee.match
            if match is not None and match.last is not None and loop.view.reading is not None:
                break
        match = loop.view.referee.match
        assert match is not None
        assert match.last is not None
        page.get_by_text("Good", exact=True).first.wait_for(timeout=10_000)
        page.wait_for_function("() => document.querySelectorAll('svg polygon').length >= 2", timeout=10_000)
        page.wait_for_function("() => [...document.images].every(i => i.complete && i.naturalWidth > 0)")
        assert complaints == []
    finally:
        page.close()
        appliance.server.close()
        appliance.resources.close()
