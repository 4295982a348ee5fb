"""Test that `bench --only siege` really attacks the server."""

import subprocess
import sys
from collections import Counter

import cv2
import numpy as np
import pytest

from device.lab.bench import besiegers
from device.lab.bench.siege import _cuts, _run_attack
from tests.web.conftest import PIN, Keyring
from web.server import Server, create_app
from web.snapshot_hub import SnapshotHub, empty_snapshot


def test_it_holds_connections() -> None:
    server = Server(
        create_app(SnapshotHub(empty_snapshot()), lambda _: None, keys=Keyring().gate), "127.0.0.1", 0
    ).start()
    found = besiegers.besiege(server.port, PIN, 0.5)
    server.close()
    assert found["most half-open lines held"] > 0


def test_what_it_does_otherwise_is_refused() -> None:
    server = Server(
        create_app(SnapshotHub(empty_snapshot()), lambda _: None, keys=Keyring().gate), "127.0.0.1", 0
    ).start()
    tally: besiegers.Tally = Counter()
    steward = besiegers.enter_pin(server.port, PIN)
    for number in range(len(besiegers.ATTACKED_PATHS)):
        besiegers.send_body(server.port, tally, number)
        besiegers.send_wrong_pin(server.port, tally, number)
    besiegers.send_picture(server.port, tally, steward, 0)
    server.close()
    assert {name.split()[0] for name in tally} == {"body", "PIN", "picture"}
    assert tally["picture 404"] == 1  # that table has a camera, and the phone may send
    assert (tally["PIN 403"], tally["PIN 429"]) == (4, 2)
    assert not any(name.endswith(" 200") for name in tally)


def test_its_picture_has_few_bytes_and_many_pixels() -> None:
    small = besiegers.large_png()
    assert len(small) < 200_000
    pixels = cv2.imdecode(np.frombuffer(small, np.uint8), cv2.IMREAD_REDUCED_GRAYSCALE_8)
    assert pixels is not None
    assert pixels.shape == (besiegers.PICTURE_SIDE_PIXELS // 8, besiegers.PICTURE_SIDE_PIXELS // 8)


def test_times_are_told_in_milliseconds() -> None:
    assert _cuts([0.001 * n for n in range(1, 201)]) == [100.5, 199.0, 200.0]


def test_a_table_that_stops_ends_the_bench() -> None:
    with subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE, text=True) as table:
        table.wait()
    with pytest.raises(RuntimeError, match="table stopped"):
        _run_attack(table, [sys.executable, "-c", "import threading; threading.Event().wait()"])


def test_the_attackers_last_words_are_taken_down() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, text=True) as table:
        assert _run_attack(table, [sys.executable, "-c", "print('{}')"]) == "{}\n"
        table.communicate("\n")
