"""Make one picture of every screen of the phone, and one of the television, for docs/phone.md.

`PYTHONPATH=. .venv/bin/python deploy/lab/pictures/screens.py` with the development set-up writes screens.jpg
and tv.jpg into docs/pictures. They show a demo that has been played for a while.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from device.app import play
from device.demo import Demo, demo
from device.running.appliance import Appliance
from device.running.inbox import TimePassed
from device.service.keys import new_pin
from device.settings import CameraSettings, Settings, TableSettings, WebSettings
from engine.match import Match

FOLDER: Final = Path(__file__).parents[3] / "docs" / "pictures"
PHONE_SIZE: Final = (360, 740)
TELEVISION_SIZE: Final = (1920, 1080)
BROWSER_ARGUMENTS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
]

MIN_HISTORY_TURNS: Final = 7
"""The number of turns that the demo plays at least, so that the history page has enough for a screenshot."""

FRAME_SECONDS: Final = 0.25
"""The time between two pictures of the table, seconds on the table's clock."""

MATCH_PAGES: Final = (
    "/",
    "/look",
    "/history",
    "/history/LAST",
    "/rules/lexicon",
    "/statistics",
    "/join",
    "/steward",
)
"""The paths of the pages that are shown during a match."""

SETUP_PAGES: Final = ("/setup", "/enrol", "/snap")
"""The paths of the pages that are shown before a match, at a table without a camera."""

SCREENS_PER_ROW: Final = 6
SCREEN_PIXELS: Final = 240
"""The width of one screen in the picture, pixels. At this width the text can just be read."""


class _Clock:
    """The clock of the demo's table. It advances by FRAME_SECONDS with each picture, so that the demo need
    not wait."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def _play_demo(appliance: Appliance, clock: _Clock, enough: Callable[[Match], bool]) -> Match:
    """Play the demo until `enough(match)` is true. Return the match."""
    frames = appliance.camera.frames()
    while True:
        clock.now += FRAME_SECONDS
        appliance.inbox.put(next(frames))
        while not isinstance(message := appliance.inbox.get(0), TimePassed):
            appliance.loop.handle(message)
        match = appliance.loop.view.referee.match
        if match is not None and enough(match):
            return match


def _enter_as_steward(page: Page, address: str, pin: str) -> None:
    page.goto(f"{address}/steward/enter")
    page.fill("input[name=pin]", pin)
    page.click("form:has(input[name=pin]) button")


def _screenshot(page: Page, address: str, wide: int) -> Image.Image:
    page.goto(address)
    page.wait_for_timeout(500)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return picture.resize((wide, round(picture.height * wide / picture.width)), Image.Resampling.LANCZOS)


def _screens(browser: Browser, address: str, pin: str, paths: Sequence[str]) -> list[Image.Image]:
    """Return screenshots of the pages `paths` on the steward's phone."""
    page = browser.new_page(viewport={"width": PHONE_SIZE[0], "height": PHONE_SIZE[1]}, device_scale_factor=2)
    _enter_as_steward(page, address, pin)
    shots = [_screenshot(page, address + path, SCREEN_PIXELS) for path in paths]
    page.close()
    return shots


def _sheet(shots: Sequence[Image.Image]) -> Image.Image:
    """Return one picture with all screens, in rows of SCREENS_PER_ROW."""
    high, gap = shots[0].height, 12
    rows = -(-len(shots) // SCREENS_PER_ROW)
    sheet = Image.new(
        "RGB", (SCREENS_PER_ROW * (SCREEN_PIXELS + gap) + gap, rows * (high + gap) + gap), "#9aa3ab"
    )
    for n, shot in enumerate(shots):
        sheet.paste(
            shot,
            (gap + n % SCREENS_PER_ROW * (SCREEN_PIXELS + gap), gap + n // SCREENS_PER_ROW * (high + gap)),
        )
    return sheet


@contextmanager
def _serving(appliance: Appliance) -> Iterator[str]:
    """Serve the pages of the appliance within the context. Yield their address."""
    appliance.server.start()
    yield f"http://127.0.0.1:{appliance.server.port}"
    appliance.server.close()
    appliance.resources.close()


def _television_screen(browser: Browser, address: str) -> Image.Image:
    page = browser.new_page(viewport={"width": TELEVISION_SIZE[0], "height": TELEVISION_SIZE[1]})
    shot = _screenshot(page, f"{address}/tv", 960)
    page.close()
    return shot


def _match_screens(browser: Browser, data: Path) -> list[Image.Image]:
    """Return the screens of MATCH_PAGES during a demo's match. Write the television's screen to tv.jpg."""
    clock, pin = _Clock(), new_pin(data)
    appliance = demo(Demo(data, seed=7, port=0, fps=1e6), clock=clock)
    with _serving(appliance) as address:
        last = _play_demo(appliance, clock, lambda match: match.hand.turns >= MIN_HISTORY_TURNS).last
        _television_screen(browser, address).save(FOLDER / "tv.jpg", quality=82)
        turn = str(last.event) if last else ""
        return _screens(browser, address, pin, [path.replace("LAST", turn) for path in MATCH_PAGES])


def _setup_screens(browser: Browser, data: Path) -> list[Image.Image]:
    """Return screenshots of the pages SETUP_PAGES, at a table that has no camera and no match yet."""
    pin = new_pin(data)
    table = TableSettings(pins="none", data=str(data))
    settings = Settings(table=table, camera=CameraSettings("none"), web=WebSettings("127.0.0.1", 0))
    with _serving(play(settings)) as address:
        return _screens(browser, address, pin, SETUP_PAGES)


def _touch_screens(browser: Browser, data: Path) -> list[Image.Image]:
    """Return the screen of `/play-here`, on which a guest lays cards by touch, after one turn."""
    clock, pin = _Clock(), new_pin(data)
    appliance = demo(Demo(data, seed=7, port=0, fps=1e6, guest="Zoe"), clock=clock)
    with _serving(appliance) as address:
        _play_demo(appliance, clock, lambda match: match.hand.turns >= 1)
        return _screens(browser, address, pin, ["/play-here"])


def screens() -> None:
    """Play the demos, and write the screens to screens.jpg and tv.jpg."""
    with sync_playwright() as playwright, ExitStack() as folders:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=BROWSER_ARGUMENTS)
        shots: list[Image.Image] = []
        for shown in (_match_screens, _touch_screens, _setup_screens):
            shots += shown(browser, Path(folders.enter_context(TemporaryDirectory())))
        browser.close()
    _sheet(shots).save(FOLDER / "screens.jpg", quality=82)


if __name__ == "__main__":
    screens()
