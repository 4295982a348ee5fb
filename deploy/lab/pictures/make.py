"""Make the README's pictures: an animation of the demo page, and the overlay of a read table.

`.venv/bin/python deploy/lab/pictures/make.py` with the development set-up writes docs/pictures/.
"""

import io
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from device.cli import main
from device.demo import Demo, demo
from device.running.inbox import TimePassed
from engine.shared.scene import LyingCard, Scene
from vision.picture import save
from vision.render.table import virtual_table

FOLDER = Path(__file__).parents[3] / "docs" / "pictures"
BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
FRAMES_PER_SCREENSHOT = 6
"""The number of camera pictures that the demo reads from one screenshot of its page to the next. Two camera
pictures are a quarter of a second apart."""


def page_film(pictures: int = 44) -> None:
    """Record a few turns on the phone into docs/pictures/demo.gif, at about five times the speed of play."""
    now = 0.0
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        appliance = demo(Demo(Path(data), seed=7, port=0, fps=1e6), clock=lambda: now)
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=BROWSER_ARGUMENTS)
        page = browser.new_page(viewport={"width": 360, "height": 740})
        appliance.server.start()
        page.goto(f"http://127.0.0.1:{appliance.server.port}/")
        frames, shots = appliance.camera.frames(), []
        for n in range(pictures * FRAMES_PER_SCREENSHOT + 40):
            now += 0.25
            appliance.inbox.put(next(frames))
            while not isinstance(message := appliance.inbox.get(0), TimePassed):
                appliance.loop.handle(message)
            if n >= 40 and n % FRAMES_PER_SCREENSHOT == 0:
                shots.append(_screenshot(page))
        page.close()
        browser.close()
        appliance.server.close()
        appliance.resources.close()
    first, *rest = [shot.quantize(96, dither=Image.Dither.NONE) for shot in shots]
    first.save(FOLDER / "demo.gif", save_all=True, append_images=rest, duration=300, loop=0, optimize=True)


def _screenshot(page: Page) -> Image.Image:
    page.wait_for_timeout(120)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return picture.resize((270, 555), Image.Resampling.LANCZOS)


def overlay() -> None:
    """Draw a table of crooked words with its reading, and write it to docs/pictures/overlay.jpg."""
    rng = np.random.default_rng(3)
    cards = [LyingCard("Q", 830, 110, 4, face_up=False), LyingCard("W", 835, 215, -3)]
    for word, x, y, angle in (
        ("SMOTHERED", 190, 62, 4), ("EXPORT", 560, 222, 184), ("THA?CHED", 180, 360, -5),
        ("FAIRY", 430, 458, 2),
    ):  # fmt: skip
        along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        for n, letter in enumerate(word):
            at = np.array([x, y]) + along * n * 59
            across, down = (at + rng.normal(0, 1.2, 2)).tolist()
            cards.append(LyingCard(letter, across, down, angle + float(rng.normal(0, 2))))
    with TemporaryDirectory() as folder:
        photo = Path(folder) / "overlay.jpg"
        save(photo, virtual_table((1280, 720), seed=4, look="modern")(Scene(924, 520, tuple(cards)), 0), 93)
        main(["read", str(photo), "--overlay", str(FOLDER)], standalone_mode=False)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    overlay()
    page_film()
