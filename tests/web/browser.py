"""Start Debian's Chromium for the tests. It makes no requests to outside addresses. For each window
Chromium would start two more processes: one draws the menu of its address bar, the other is kept in
reserve. They took two fifths of a browser test's processor time, so they are switched off."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Playwright

CHROMIUM: Final = Path("/usr/bin/chromium")

_NEEDLESS: Final = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess")
"""The features of Chromium that start needless processes: the menu of the address bar, and a process in
reserve."""

_AS_PLAYWRIGHT_HAS_IT: Final = (
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay",
    "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)  # fmt: skip
"""The features that Playwright itself switches off. They are repeated here, since Chromium obeys only the
last list of its command line."""

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
