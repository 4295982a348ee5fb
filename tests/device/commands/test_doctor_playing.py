"""Test the doctor while the table plays: resources that the table itself holds are no fault."""

import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from device import app
from device.commands._doctor import camera, machine, playing
from device.commands._doctor.finding import Finding, examine
from device.commands._doctor.software import sample_scene
from device.commands.doctor import Examination
from device.errors import UsageFault
from device.hardware import reconnecting
from device.hardware.camera import Camera, Frame, Image
from device.hardware.video_nodes import in_use_fault
from device.records import value_files
from device.running.inbox import Stop
from device.settings import CameraSettings, GameSettings, Mains, Settings, TableSettings, WebSettings
from tests.device.commands.test_doctor import LARGE
from vision.render.table import virtual_table


class Held:
    """A camera that gives one picture, a little noisy, until it is closed."""

    def __init__(self, picture: Image) -> None:
        self._picture, self._closed = picture, threading.Event()

    def frames(self) -> Iterator[Frame]:
        at = 0
        while not self._closed.wait(0.02):
            picture = self._picture.copy()
            picture[0, 0] = at = (at + 1) % 256
            yield Frame(picture, time.monotonic())

    def close(self) -> None:
        self._closed.set()


@contextmanager
def _plays(settings: Settings) -> Iterator[Settings]:
    """Run a table in a thread. Provide its settings, with the port of its page."""
    table, ports, up = app.play(settings, start_anyway=True), list[int](), threading.Event()

    def announce(port: int) -> None:
        ports.append(port)
        up.set()

    life = threading.Thread(target=table.run, args=(announce,), daemon=True)
    life.start()
    assert up.wait(30)
    yield msgspec.structs.replace(settings, web=WebSettings("127.0.0.1", ports[0]))
    table.inbox.put(Stop())
    life.join(30)
    assert not life.is_alive()


def _settings(folder: Path) -> Settings:
    return Settings(
        GameSettings(players=("Ann", "Ben")),
        TableSettings(pins="none", data=str(folder)),
        CameraSettings("0"),
        web=WebSettings("127.0.0.1", 0),
    )


def _opens(monkeypatch: pytest.MonkeyPatch, picture: Image | None) -> None:
    """Replace the machine's only camera. When the table opens it, it gives `picture` or a fault. When the
    doctor opens it, the doctor is told that the table uses it."""

    def for_the_table(source: str, *, read: object, size: object, mains: Mains | None) -> Camera:
        if picture is None:
            raise UsageFault("there is no camera 0")
        return Held(picture)

    def for_the_doctor(source: str, *, read: object, size: object, mains: Mains | None) -> Camera:
        raise in_use_fault("lexicon-table")

    monkeypatch.setattr(reconnecting, "open_camera", for_the_table)
    monkeypatch.setattr(camera, "open_camera", for_the_doctor)


def _looked(web: WebSettings) -> None:
    """Wait until the table's page shows a picture, or a notice that says why there is none."""
    while (shown := playing.snapshot_at(web)) is None or not (shown.picture or shown.messages.notices):
        pass


def _findings(settings: Settings, source: str | None = None) -> dict[str, Finding]:
    looked = Examination(settings, source, None, hardware=True)
    checks = (looked._camera_findings(), looked._pin_findings())
    found = {one.name: one for check in checks for one in check}
    return found | {"port": examine("port", lambda: machine.port(settings.web, looked._playing))}


def test_the_camera_the_page_and_the_port_of_a_table_at_play_are_looked_at_through_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _opens(monkeypatch, virtual_table((1280, 720))(sample_scene("CAT"), 0))
    with _plays(_settings(tmp_path)) as settings:
        _looked(settings.web)
        found = _findings(settings)
        assert found["camera"].sentence == "0: 1280 x 720 pixels. The table that is playing has it"
        assert found["view"].sentence.startswith("Light and focus are good on 3 cards.")
        assert found["port"].sentence.endswith("the table that is playing serves its page there")
        assert {found[name].state for name in ("camera", "view", "port")} == {"ok"}
        other = _findings(settings, "1")
        assert (other["camera"].state, other["camera"].sentence[:20]) == ("fail", "lexicon-table is usi")


def test_a_table_at_play_without_its_camera_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _opens(monkeypatch, None)
    with _plays(_settings(tmp_path)) as settings:
        _looked(settings.web)
        found = _findings(settings)
    assert (found["camera"].state, found["camera"].sentence) == (
        "fail",
        "The camera gives no pictures: there is no camera 0.",
    )
    assert found["camera"].advice.startswith("Check its cable")
    assert found["view"].state == "skipped"


def test_the_pins_of_a_table_at_play_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "_with_pins", lambda *_: pytest.fail("the pins were opened"))
    with value_files.locked_folder(tmp_path):
        settings = Settings(table=TableSettings(pins="gpio", data=str(tmp_path)), web=WebSettings(port=0))
        found = _findings(settings)
    for name in ("pins", "display"):
        assert (found[name].state, found[name].sentence) == (
            "skipped",
            f"The table that is playing has the pins. {playing.STOP_ADVICE}",
        )
    assert found["camera"].state == "skipped"
    assert playing.STOP_ADVICE in found["camera"].sentence


def test_pins_that_a_table_at_play_could_not_open_are_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _opens(monkeypatch, LARGE)
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    asked = _settings(tmp_path)
    with _plays(
        msgspec.structs.replace(asked, table=TableSettings(pins="gpio", data=str(tmp_path)))
    ) as settings:
        found = _findings(settings)
    assert found["pins"].state == "fail"
    assert "lgpio is missing" in found["pins"].sentence


def test_another_table_on_the_port_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _opens(monkeypatch, LARGE)
    with _plays(_settings(tmp_path / "one")) as settings:
        mine = Settings(table=TableSettings(data=str(tmp_path / "other")), web=settings.web)
        assert playing.find_playing_table(mine.web, tmp_path / "other") is None
        found = examine("port", lambda: machine.port(mine.web, None))
    assert found.state == "fail"
    assert "another Lexicon table serves its page there" in found.sentence
    assert "--settings" in found.advice


def test_of_data_that_only_root_may_look_into_the_page_tells_whether_the_table_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _opens(monkeypatch, LARGE)
    with _plays(_settings(tmp_path)) as settings:
        monkeypatch.setattr(playing, "is_locked", lambda _: None)
        there = playing.find_playing_table(settings.web, tmp_path)
        assert there is not None
        assert there.snapshot is not None
    assert playing.find_playing_table(settings.web, tmp_path) is None


def test_a_program_that_is_no_table_is_not_taken_for_one(tmp_path: Path) -> None:
    def answer(listening: socket.socket) -> None:
        for _ in range(2):
            phone, _ = listening.accept()
            phone.recv(4096)
            phone.sendall(b'HTTP/1.0 200 OK\r\n\r\n{"state": "printing"}')
            phone.close()

    with socket.create_server(("127.0.0.1", 0)) as taken:
        threading.Thread(target=answer, args=(taken,), daemon=True).start()
        web = WebSettings("127.0.0.1", taken.getsockname()[1])
        assert playing.snapshot_at(web) is None
        found = examine("port", lambda: machine.port(web))
    assert (found.state, found.advice) == (
        "fail",
        "stop the program that uses it, or set [web] port to another",
    )


def test_the_folder_of_the_service_is_no_fault_for_who_may_not_write_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "access", lambda *_: False)
    assert examine("disk", lambda: machine.disk(tmp_path, 1)).state == "fail"
    monkeypatch.setattr(machine, "_owner", lambda _: "lexicon-table")
    found = examine("disk", lambda: machine.disk(tmp_path, 1))
    assert (found.state, found.sentence) == (
        "skipped",
        f"{tmp_path} belongs to the table's service. Run this command with sudo.",
    )


def test_a_folder_is_held_while_a_table_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert value_files.is_locked(tmp_path / "none") is False
    assert value_files.is_locked(tmp_path) is False
    with value_files.locked_folder(tmp_path):
        assert value_files.is_locked(tmp_path) is True
    assert value_files.is_locked(tmp_path) is False

    def refused(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refused)
    assert value_files.is_locked(tmp_path) is None
