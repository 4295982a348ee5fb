"""Test the size of each page for a new phone: the page and all files that its head names, as sent."""

import re
from gzip import decompress

import pytest
from flask import Flask

from tests.web.access.test_roles import ASKED
from tests.web.conftest import Caller, watcher

MOST = 60_000
"""The greatest size of a page with all files that its head names, in bytes."""
PAGES = sorted({(ask[1], tuple(ask[2].items())) for ask in ASKED.values() if ask[0] == "GET"})


def sent(phone: Caller, address: str) -> bytes:
    """Return the compressed bytes that a browser gets for `address`."""
    return bytes(phone.get(address, headers={"Accept-Encoding": "gzip", "Accept": "*/*"}).data)


@pytest.mark.parametrize("address", [address for address, _ in PAGES if address != "/events"])
def test_every_page_is_light_as_the_first_one(app: Flask, address: str) -> None:
    phone = watcher(app).seated(1).steward()
    answer = phone.get(address)
    if answer.mimetype != "text/html" or answer.status_code != 200 or "<head>" not in answer.text:
        pytest.skip("no page, or a part of one")
    page = sent(phone, address)
    head = decompress(page).decode().split("</head>")[0] if page[:2] == b"\x1f\x8b" else page.decode()
    needed = sorted(set(re.findall(r'(?:src|href)="(/[^"]+)"', head)))
    assert any("page.css" in one for one in needed)
    sizes = {"the page": len(page), **{one: len(sent(phone, one)) for one in needed}}
    assert sum(sizes.values()) <= MOST, sizes
