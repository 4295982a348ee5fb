"""Where phones find the table. Nothing here sends anything: the name itself is tried by hand."""

import re

import cv2
import numpy as np
import pytest

from device.network import drawn, named, page_address, reachable


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.1.2.3"])
def test_a_page_for_this_machine_alone_is_nowhere_for_phones(host: str) -> None:
    assert reachable(host) is None


def test_a_page_on_one_address_is_there() -> None:
    assert reachable("192.168.7.9") == "192.168.7.9"


def test_addresses_as_phones_open_them() -> None:
    assert page_address("192.168.7.9", 8080) == "http://192.168.7.9:8080/"
    assert page_address("fe80::1", 80) == "http://[fe80::1]:80/"


def test_what_is_drawn_in_the_terminal_can_be_scanned() -> None:
    lines = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in drawn("http://192.168.7.9:8080/").splitlines()]
    dark = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = [[dark[sign][half] for sign in line] for line in lines for half in (0, 1)]
    picture = 255 - 255 * np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8))
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(
        cv2.copyMakeBorder(picture, 40, 40, 40, 40, 0, value=255)
    )
    assert text == "http://192.168.7.9:8080/"


@pytest.mark.parametrize("address", [None, "fe80::1"])
def test_without_a_network_there_is_no_name(address: str | None) -> None:
    with named(address, 8080) as name:
        assert name is None
