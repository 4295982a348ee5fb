"""Provide the program as `lexicon-table play --camera none` starts it, and the phone that scans its code
first."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page

from device.app import play
from device.running.appliance import Appliance
from device.running.inbox import Stop
from device.settings import CameraSettings, GameSettings, Settings, TableSettings, WebSettings
from engine.shared.scene import LyingCard, Scene
from vision.render.table import virtual_table

SIZE: Final = (1100.0, 618.75)
"""The width and height of a table, mm."""
CODE: Final = "an-invitation"
MOST_TAPS: Final = 10
CAMERA: Final = 2
"""The number of taps that a photograph costs in the phone's own camera: the shutter, and "use this
photograph"."""
COUNTED: Final = """
addEventListener("click", (event) => event.detail > 0 && counted(), true);
addEventListener("keydown", (event) => event.key === "Enter" && counted(), true);
function counted() {
  sessionStorage.setItem("taps", Number(sessionStorage.getItem("taps") ?? 0) + 1);
}
"""
"""A script that counts a person's taps and return keys. A tap on a label makes the browser click twice; it
counts once."""


@contextmanager
def played(data: Path) -> Iterator[Appliance]:
    """Provide a table without a camera, on an empty disk. It waits 0 seconds before it takes the cards on
    the table for a turn."""
    settings = Settings(
        game=GameSettings(patience=0.0),
        table=TableSettings(pins="none", data=str(data)),
        camera=CameraSettings("none"),
        web=WebSettings("127.0.0.1", 0),
    )
    table, up = play(settings, invitation=CODE), threading.Event()
    running = threading.Thread(target=table.run, args=(lambda _port: up.set(),), daemon=True)
    running.start()
    assert up.wait(60)
    try:
        yield table
    finally:
        table.inbox.put(Stop())
        running.join(60)
    assert not running.is_alive()


_PHONE: Final = virtual_table((1600, 900), 3, "classic")
"""A stand-in for the phone's camera. It draws the bare table only once, for all photographs."""


def taken(cards: Sequence[LyingCard]) -> bytes:
    """Return a phone's photograph of a table with these cards, as a JPEG."""
    shot = _PHONE(Scene(*SIZE, tuple(cards)), 1)
    data = BytesIO()
    Image.fromarray(np.ascontiguousarray(shot[:, :, ::-1])).save(data, "JPEG", quality=90)
    return data.getvalue()


@contextmanager
def welcome(chromium: Browser, table: Appliance) -> Iterator[Page]:
    """Provide a phone that has just scanned the code with its camera."""
    complaints: list[str] = []
    home = f"http://127.0.0.1:{table.server.port}"
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, base_url=home)
    page = context.new_page()
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    page.add_init_script(COUNTED)
    page.goto(f"/j/{CODE}")
    yield page
    context.close()
    assert complaints == []
