"""Take pictures of the pages that the tests walk through, for people to look at.

A browser on a busy machine may fail to take a picture, and no test depends on one. Pictures are taken where
`LEXICON_TABLE_ALBUM` names a folder: `LEXICON_TABLE_ALBUM=/tmp/album ./deploy/test.sh tests/web`.
"""

import os
from pathlib import Path

from playwright.sync_api import Page


def pictured(page: Page, name: str) -> None:
    """Write what `page` shows as `name`.png into the album, if there is one."""
    if album := os.environ.get("LEXICON_TABLE_ALBUM"):
        page.screenshot(path=Path(album) / f"{name}.png")
