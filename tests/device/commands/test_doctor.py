"""The doctor: every check can fail, and a failed one says what to do."""

import json
import socket
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.commands import doctor
from device.commands.doctor import Failing, examine
from device.errors import UsageFault
from device.fittings import LampSettings
from device.settings import CameraSettings, Settings, TableSettings, WebSettings
from vision.render.table import virtual_table


def test_a_missing_tesseract_names_its_package() -> None:
    found = examine("tesseract", lambda: doctor.tesseract(None))
    assert (found.state, found.todo) == ("fail", "sudo apt-get install tesseract-ocr")


def _program(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_a_tesseract_without_english_names_the_data(tmp_path: Path) -> None:
    program = _program(tmp_path / "tesseract", "echo deu")
    with pytest.raises(Failing) as caught:
        doctor.tesseract(program)
    assert caught.value.todo == "sudo apt-get install tesseract-ocr-eng"


def test_a_tesseract_that_does_not_run_fails(tmp_path: Path) -> None:
    program = _program(tmp_path / "tesseract", "exit 3")
    assert examine("tesseract", lambda: doctor.tesseract(program)).state == "fail"


def test_a_good_tesseract_gives_its_version(tmp_path: Path) -> None:
    program = _program(tmp_path / "tesseract", '[ "$1" = --version ] && echo tesseract 5.3.0 || echo eng')
    assert doctor.tesseract(program) == "tesseract 5.3.0"


def test_a_camera_is_tried_by_taking_a_picture(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((48, 64, 3), np.uint8))
    assert doctor.first_picture(CameraSettings(str(tmp_path))).endswith("64 x 48 pixels")


def test_a_covered_lens_fails_and_says_what_to_do(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.full((480, 640, 3), 3, np.uint8))
    found = examine("view", lambda: doctor.view(CameraSettings(str(tmp_path))))
    assert (found.state, found.found) == ("fail", "The camera's picture is black.")
    assert found.todo == "Uncover the lens, or switch a lamp on."


def test_a_good_view_is_said_of_the_cards_it_was_judged_on(tmp_path: Path) -> None:
    picture = virtual_table((1280, 720))(doctor.sample_scene("CAT"), 0)
    cv2.imwrite(str(tmp_path / "a.png"), picture)
    assert doctor.view(CameraSettings(str(tmp_path))) == "light and focus are good on 3 cards"


def test_a_missing_camera_fails(tmp_path: Path) -> None:
    found = examine("camera", lambda: doctor.first_picture(CameraSettings(str(tmp_path / "none"))))
    assert found.state == "fail"
    assert "none" in found.found
    assert found.todo


def test_mock_pins_are_reached() -> None:
    fitted = Settings(table=TableSettings(pins="mock"), lamp=LampSettings(kind="rgb"))
    assert doctor.pins(fitted) == "mock: bell.pin on 17, lamp.red on 9, lamp.green on 10, lamp.blue on 11"
    assert doctor.pins(Settings(table=TableSettings(pins="none"))) == "none wanted"


def test_the_disk_is_measured_where_the_folder_will_be(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "yet"
    assert doctor.disk(folder, 1).startswith(f"{folder}: ")
    assert not folder.exists()


def test_a_full_disk_fails(tmp_path: Path) -> None:
    found = examine("disk", lambda: doctor.disk(tmp_path, 10**18))
    assert (found.state, found.todo) == ("fail", "make room: 1,000,000,000,000 MB are needed")


def test_a_file_where_the_folder_should_be_fails(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    assert examine("disk", lambda: doctor.disk(tmp_path / "data" / "sub", 1)).state == "fail"


def test_a_port_in_use_fails_and_a_free_one_does_not() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        web = WebSettings("127.0.0.1", taken.getsockname()[1])
        found = examine("port", lambda: doctor.port(web))
    assert found.state == "fail"
    assert "[web] port" in found.todo
    assert doctor.port(WebSettings("127.0.0.1", 0)) == "127.0.0.1:0 is free"


def test_a_misread_word_fails() -> None:
    assert doctor.as_read("CAT", "CAT") == "read CAT on the virtual table"
    assert examine("card reader", lambda: doctor.as_read("CAT", "CA")).state == "fail"


def test_the_sample_lies_on_the_table_in_reading_order() -> None:
    scene = doctor.sample_scene("CAT")
    assert "".join(card.letter for card in sorted(scene.cards, key=lambda card: card.x)) == "CAT"
    assert all(0 < card.x < scene.width for card in scene.cards)


def test_a_library_that_cannot_load_is_a_finding() -> None:
    def check() -> str:
        raise ImportError("libGL.so.1: no such file", name="cv2")

    found = examine("card reader", check)
    assert (found.state, found.todo) == ("fail", doctor.AGAIN)
    assert "libGL.so.1" in found.found


def test_an_unforeseen_fault_is_a_finding_too() -> None:
    def check() -> str:
        raise ZeroDivisionError("by\nzero")

    found = examine("pins", check)
    assert (found.state, found.found) == ("fail", "ZeroDivisionError: by zero")


def test_the_kernel_names_a_pi(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert not doctor.on_a_pi(model)
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert doctor.on_a_pi(model)


def _stubbed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The slow checks answered, and settings whose own checks are real."""
    monkeypatch.setattr(doctor, "card_reader", lambda: "read")
    monkeypatch.setattr(doctor, "word_list", lambda name: name)
    monkeypatch.setattr(doctor, "tesseract", lambda _: "5")
    monkeypatch.setattr(doctor, "view", lambda _: "light and focus are good")
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((48, 64, 3), np.uint8))
    settings = tmp_path / "table.toml"
    settings.write_text(
        f'[table]\npins = "mock"\ndata = "{tmp_path}"\n[camera]\nsource = "{tmp_path}"\n'
        '[web]\nhost = "127.0.0.1"\nport = 0\n'
    )
    return settings


def test_all_well_ends_with_status_0(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = _stubbed(monkeypatch, tmp_path)
    result = CliRunner().invoke(
        doctor.command, ["--settings", str(settings), "--json"], standalone_mode=False
    )
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["name"] for line in lines] == [
        "tesseract", "word list", "card reader", "camera", "view", "pins", "disk", "port", "phones",
    ]  # fmt: skip
    assert {line["state"] for line in lines[:-1]} == {"ok"}
    assert lines[-1]["state"] == "skipped"  # no phone reaches a page for this machine alone
    assert result.return_value == 0


def test_one_failed_check_ends_with_status_2(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = _stubbed(monkeypatch, tmp_path)
    arguments = ["--settings", str(settings), "--camera", str(tmp_path / "gone")]
    result = CliRunner().invoke(doctor.command, arguments, standalone_mode=False)
    assert [line[:4] for line in result.stdout.splitlines()].count("FAIL") == 1
    assert result.return_value == 2


def test_faults_of_the_settings_are_the_person_s(tmp_path: Path) -> None:
    with pytest.raises(UsageFault):
        CliRunner().invoke(
            doctor.command,
            ["--settings", str(tmp_path / "none.toml")],
            standalone_mode=False,
            catch_exceptions=False,
        )
