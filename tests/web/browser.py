"""Debian's Chromium as the tests start it: it asks nobody outside for anything, and shows pages alone.

Every context opens a window, and for each window Chromium draws the menu of its address bar in a process of
its own, and starts a further process in reserve. Nobody sees them, and they took two fifths of the processor
time of a test in the browser.
"""

from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Playwright

CHROMIUM: Final = Path("/usr/bin/chromium")

_NEEDLESS: Final = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")
"""The menu of the address bar, and the process in reserve."""

_AS_PLAYWRIGHT_HAS_IT: Final = (
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay",
    "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)  # fmt: skip
"""The features that Playwright switches off. Of two lists in one command line Chromium takes the last."""

_ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(_AS_PLAYWRIGHT_HAS_IT + _NEEDLESS)}",
)


def launched(playwright: Playwright) -> Browser:
    """Start Chromium."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=_ARGUMENTS)
