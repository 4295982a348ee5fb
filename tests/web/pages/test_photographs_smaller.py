"""Test the size of photographs from a phone: the browser reduces them where that helps. A photograph that
it can't reduce is sent unchanged."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from tests.web.conftest import sits
from tests.web.table_behind import Does
from web.server import Server


def _file(form: str, width: int, height: int, held: int = 1) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = held
    image = Image.new("RGB", (width, height), "white")
    image.paste((200, 20, 20), (0, 0, width, height // 2))
    data = BytesIO()
    image.save(data, form, exif=exif)
    return data.getvalue()


@pytest.fixture
def page(chromium: Browser, server: Server) -> Iterator[Page]:
    """Provide a phone with a seat, on the page that takes photographs."""
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/join")
    sits(page, "Bertrand")
    page.goto(f"http://127.0.0.1:{server.port}/snap")
    yield page
    context.close()


@pytest.mark.parametrize(
    ("name", "data", "size"),
    [
        ("a.png", _file("PNG", 4200, 300), (4032, 288)),
        ("a.webp", _file("WEBP", 800, 600), (800, 600)),
        ("a.jpg", _file("JPEG", 800, 600), None),
        ("a.heic", b"\0\0\0\x18ftypheic" + bytes(900), None),
        ("large.jpg", _file("JPEG", 800, 600) + bytes(8_100_000), (800, 600)),
    ],
)
def test_a_photograph_is_sent_as_it_is_best_read(
    page: Page, does: Does, name: str, data: bytes, size: tuple[int, int] | None
) -> None:
    sent: list[bytes] = []
    does.take = lambda photo: sent.append(photo)  # type: ignore[method-assign]
    kind = {"jpg": "image/jpeg", "heic": "image/heic"}.get(name.split(".")[1], f"image/{name.split('.')[1]}")
    with page.expect_navigation():
        page.locator("#photo").set_input_files({"name": name, "mimeType": kind, "buffer": data})
    if size is None:
        assert sent == [data]
        return
    assert len(sent[0]) < 8_000_000
    with Image.open(BytesIO(sent[0])) as image:
        assert image.format == "JPEG"
        assert image.size == size
