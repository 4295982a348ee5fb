"""Test the doctor: every check can fail, and a failed check says what to do."""

import json
import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.commands import doctor
from device.commands._doctor import camera, machine, software
from device.commands._doctor.camera import Glimpse
from device.commands._doctor.finding import SET_UP_AGAIN, Failing, examine
from device.commands._doctor.screen import terminal_picture
from device.errors import UsageFault
from device.hardware.camera import Camera, Frame
from device.hardware.video_nodes import in_use_fault
from device.hardware_settings import DisplaySettings, LampSettings
from device.settings import NO_CAMERA, CameraSettings, Mains, Settings, TableSettings, WebSettings
from vision.render.table import virtual_table


def test_a_missing_tesseract_names_its_package() -> None:
    found = examine("tesseract", lambda: software.tesseract(None))
    assert (found.state, found.advice) == ("fail", "sudo apt-get install tesseract-ocr")


def _program(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_a_tesseract_without_english_names_the_data(tmp_path: Path) -> None:
    program = _program(tmp_path / "tesseract", "echo deu")
    with pytest.raises(Failing) as caught:
        software.tesseract(program)
    assert caught.value.advice == "sudo apt-get install tesseract-ocr-eng"


def test_a_tesseract_that_does_not_run_fails(tmp_path: Path) -> None:
    program = _program(tmp_path / "tesseract", "exit 3")
    assert examine("tesseract", lambda: software.tesseract(program)).state == "fail"


def test_a_good_tesseract_gives_its_version(tmp_path: Path) -> None:
    program = _program(tmp_path / "tesseract", '[ "$1" = --version ] && echo tesseract 5.3.0 || echo eng')
    assert software.tesseract(program) == "tesseract 5.3.0"


def test_a_camera_is_tried_by_taking_a_picture(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((48, 64, 3), np.uint8))
    settings = CameraSettings(str(tmp_path))
    assert camera.describe_camera(settings, camera.take_glimpse(settings)).endswith(
        "64 x 48 pixels, from a folder"
    )


def test_a_covered_lens_fails_and_says_what_to_do() -> None:
    found = examine("view", lambda: camera.describe_view(np.full((480, 640, 3), 3, np.uint8)))
    assert (found.state, found.sentence) == ("fail", "The picture is black.")
    assert found.advice == "Is the lens covered? Uncover it, or switch a lamp on."


def test_a_good_view_is_said_of_the_cards_it_was_judged_on(tmp_path: Path) -> None:
    picture = virtual_table((1280, 720))(software.sample_scene("CAT"), 0)
    told = camera.describe_view(picture, tmp_path / "seen.png")
    assert told == "Light and focus are good on 3 cards. A card is 76 pixels wide."
    saved = cv2.imread(str(tmp_path / "seen.png"))
    assert saved is not None
    assert saved.shape == picture.shape
    assert not np.array_equal(saved, picture)  # what was read is drawn there
    with pytest.raises(UsageFault, match=r"seen\.txt: pictures are"):
        camera.describe_view(picture, tmp_path / "seen.txt")


def test_cards_are_held_to_the_size_that_the_calculator_goes_by() -> None:
    def card(narrow: float) -> list[tuple[float, float]]:
        return [(0.0, 0.0), (narrow, 0.0), (narrow, 1.6 * narrow), (0.0, 1.6 * narrow)]

    assert (
        camera.describe_card_size([card(60.0), card(60.0)[1:] + card(60.0)[:1]], 1920)
        == "A card is 60 pixels wide."
    )
    assert "which is little: hang the camera lower" in camera.describe_card_size([card(40.0)], 1920)
    with pytest.raises(Failing, match="A card is 30 pixels wide, too few to be read"):
        camera.describe_card_size([card(30.0)], 1920)


def test_a_missing_camera_fails(tmp_path: Path) -> None:
    found = examine("camera", lambda: str(camera.take_glimpse(CameraSettings(str(tmp_path / "none")))))
    assert found.state == "fail"
    assert "none" in found.sentence
    assert found.advice


class Hanging:
    """A camera that gives a number of pictures, then hangs until the test lets it answer."""

    def __init__(self, pictures: int, answers: threading.Event) -> None:
        self._pictures, self._answers = pictures, answers

    def frames(self) -> Iterator[Frame]:
        for at in range(self._pictures):
            yield Frame(LARGE, float(at))
        assert self._answers.wait(30)

    def close(self) -> None:
        assert self._answers.wait(30)


@pytest.mark.parametrize("opening", [True, False])
def test_a_camera_that_hangs_is_not_waited_for(opening: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = threading.Event()

    def opened(source: str, *, read: object, size: tuple[int, int], mains: Mains | None) -> Hanging:
        if opening:
            assert answers.wait(30)
        return Hanging(3, answers)

    monkeypatch.setattr(camera, "open_camera", opened)
    monkeypatch.setattr(camera, "RELEASE_SECONDS", 0.01)
    found = examine("camera", lambda: str(camera.take_glimpse(CameraSettings("0"), answer_seconds=0.01)))
    assert (found.state, found.sentence) == ("fail", "camera 0 does not answer")
    assert found.advice.startswith("unplug it")
    answers.set()


def test_mock_pins_are_reached() -> None:
    fitted = Settings(table=TableSettings(pins="mock"), lamp=LampSettings(kind="rgb"))
    assert machine.pins(fitted) == "mock: bell.pin on 17, lamp.red on 9, lamp.green on 10, lamp.blue on 11"
    assert machine.pins(Settings(table=TableSettings(pins="none"))) == "The settings want no pins."


def test_the_disk_is_measured_where_the_folder_will_be(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "yet"
    assert machine.disk(folder, 1).startswith(f"{folder}: ")
    assert not folder.exists()


def test_a_full_disk_fails(tmp_path: Path) -> None:
    found = examine("disk", lambda: machine.disk(tmp_path, 10**18))
    assert (found.state, found.advice) == ("fail", "make room: the table needs 1,000,000,000,000 MB")


def test_a_file_where_the_folder_should_be_fails(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    assert examine("disk", lambda: machine.disk(tmp_path / "data" / "sub", 1)).state == "fail"


def test_a_port_in_use_fails_and_a_free_one_does_not() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        web = WebSettings("127.0.0.1", taken.getsockname()[1])
        found = examine("port", lambda: machine.port(web))
    assert found.state == "fail"
    assert "[web] port" in found.advice
    assert machine.port(WebSettings("127.0.0.1", 0)) == "127.0.0.1 port 0 is free"
    assert machine.port(WebSettings("::", 0)) == "port 0 is free"


def test_where_phones_find_the_page_is_said_in_words() -> None:
    web = WebSettings(port=8080)
    assert machine.describe_addresses(web, ("192.168.7.9", "fd00::9"), "pi") == (
        "ok",
        "Phones on the same network open http://192.168.7.9:8080/ or http://lexicon-table.local:8080/. "
        "If your router knows this machine as pi, http://pi:8080/ works, too. "
        "This machine has other addresses, too: http://[fd00::9]:8080/.",
    )
    assert machine.describe_addresses(web, ("fd00::9",), "pi") == (
        "ok",
        "Phones on the same network open http://[fd00::9]:8080/ or http://lexicon-table.local:8080/. "
        "If your router knows this machine as pi, http://pi:8080/ works, too.",
    )
    assert machine.describe_addresses(web, (), "pi")[0] == "skipped"


def test_a_misread_word_fails() -> None:
    assert software.reading_result("CAT", "CAT") == "read CAT on the virtual table"
    assert examine("card reader", lambda: software.reading_result("CAT", "CA")).state == "fail"


def test_the_sample_lies_on_the_table_in_reading_order() -> None:
    scene = software.sample_scene("CAT")
    assert "".join(card.letter for card in sorted(scene.cards, key=lambda card: card.x)) == "CAT"
    assert all(0 < card.x < scene.width for card in scene.cards)


def test_a_library_that_cannot_load_is_a_finding() -> None:
    def check() -> str:
        raise ImportError("libGL.so.1: no such file", name="cv2")

    found = examine("card reader", check)
    assert (found.state, found.advice) == ("fail", SET_UP_AGAIN)
    assert "libGL.so.1" in found.sentence


def test_an_unforeseen_fault_is_a_finding_too() -> None:
    def check() -> str:
        raise ZeroDivisionError("by\nzero")

    found = examine("pins", check)
    assert (found.state, found.sentence) == ("fail", "ZeroDivisionError: by zero")


def test_the_kernel_names_a_pi(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert not doctor.on_a_pi(model)
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    assert doctor.on_a_pi(model)


def _stubbed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Replace the slow checks of the doctor. Return the path of a settings file that the other
    checks pass."""
    monkeypatch.setattr(software, "card_reader", lambda: "read")
    monkeypatch.setattr(software, "word_list", lambda name: name)
    monkeypatch.setattr(software, "tesseract", lambda _: "5")
    monkeypatch.setattr(camera, "describe_view", lambda *_: "light and focus are good")
    monkeypatch.setattr(machine, "synchronized", lambda _: True)
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((48, 64, 3), np.uint8))
    settings = tmp_path / "table.toml"
    settings.write_text(
        f'[table]\npins = "mock"\ndata = "{tmp_path}"\n[camera]\nsource = "{tmp_path}"\n'
        '[web]\nhost = "127.0.0.1"\nport = 0\n'
    )
    return settings


def test_all_well_ends_with_status_0(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = _stubbed(monkeypatch, tmp_path)
    monkeypatch.setenv("DESTDIR", str(tmp_path))
    result = CliRunner().invoke(
        doctor.command, ["--settings", str(settings), "--json"], standalone_mode=False
    )
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["name"] for line in lines] == [
        "tesseract", "word list", "card reader", "camera", "view", "pins", "display", "disk", "upgrades",
        "clock", "port", "phones",
    ]  # fmt: skip
    skipped = {line["name"]: line["found"] for line in lines if line["state"] == "skipped"}
    assert skipped == {
        "display": "The settings name no display.",
        "upgrades": "deploy/install.sh did not install this program: upgrade has nothing to change.",
        "phones": "The settings keep the page for this machine alone ([web] host = '127.0.0.1').",
    }
    assert {line["state"] for line in lines} == {"ok", "skipped"}
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


LARGE = np.zeros((1080, 1920, 3), np.uint8)


@pytest.mark.parametrize(
    ("seen", "found"),
    [
        (
            Glimpse(LARGE, 15.0, locked=True),
            "pi: 1920 x 1080 pixels (not 2304 x 1296), 15 a second; focus and light are locked",
        ),
        (Glimpse(LARGE, 14.6, locked=False), "its light does not settle"),
        (Glimpse(LARGE, 30.2), "30 a second"),
    ],
)
def test_a_live_camera_is_told_by_size_and_pace(seen: Glimpse, found: str) -> None:
    assert found in camera.describe_camera(CameraSettings("pi"), seen)


@pytest.mark.parametrize(
    ("seen", "todo"),
    [(Glimpse(LARGE[::4, ::4], 30.0), "1280 x 720 or more"), (Glimpse(LARGE, 2.5), "USB 3")],
)
def test_pictures_too_small_or_too_few_fail(seen: Glimpse, todo: str) -> None:
    found = examine("camera", lambda: camera.describe_camera(CameraSettings("0"), seen))
    assert found.state == "fail"
    assert todo in found.advice


@pytest.mark.parametrize("source", ["pi", "0"])
def test_a_camera_that_another_program_has_gets_no_advice_about_cables(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(source: str, *, read: object, size: tuple[int, int], mains: Mains | None) -> Camera:
        raise in_use_fault("motion")

    monkeypatch.setattr(camera, "open_camera", opened)
    found = examine("camera", lambda: str(camera.take_glimpse(CameraSettings(source))))
    assert found.state == "fail"
    assert found.sentence == "motion is using the camera. Close that program"
    assert found.advice == "then run: lexicon-table doctor"


@pytest.mark.parametrize(
    ("source", "todo"),
    [
        ("pi", "rpicam-hello --list-cameras"),
        ("http://10.0.0.9/video", "plays in a browser"),
        ("7", "choose one of these: 0: HD Webcam, 2: Old Webcam"),
        ("/dev/video7", "choose one of these: 0: HD Webcam, 2: Old Webcam"),
        ("pictures", "name a camera"),
    ],
)
def test_each_kind_of_camera_that_is_missing_has_its_own_advice(
    source: str, todo: str, tmp_path: Path
) -> None:
    for number, name in ((0, "HD Webcam"), (2, "Old Webcam")):
        (tmp_path / f"video{number}").mkdir()
        (tmp_path / f"video{number}" / "name").write_text(name + "\n")
    assert todo in camera.missing_camera_advice(source, tmp_path)


def test_a_machine_without_any_camera_says_so(tmp_path: Path) -> None:
    assert camera.missing_camera_advice("0", tmp_path / "none").startswith("plug a camera in")


def test_a_table_without_a_camera_has_none_to_check() -> None:
    checks = doctor.Examination(Settings(), NO_CAMERA, None, hardware=False)._camera_findings()
    assert [(one.name, one.state) for one in checks] == [("camera", "skipped"), ("view", "skipped")]


def test_a_display_is_tried_while_somebody_looks() -> None:
    waited: list[float] = []
    fitted = Settings(table=TableSettings(pins="mock"), display=DisplaySettings(kind="digits"))
    assert "12:34" in machine.display(fitted, waited.append)
    assert waited == [machine.DISPLAY_LIT_SECONDS]
    assert examine("display", lambda: machine.display(Settings(), waited.append)).state == "skipped"


def test_a_clock_that_was_never_set_fails() -> None:
    found = examine("clock", lambda: machine.clock(datetime(1970, 1, 1, 0, 7, tzinfo=UTC), False))
    assert found.state == "fail"
    assert "sudo date -s" in found.advice


def test_a_good_clock_says_who_sets_it(tmp_path: Path) -> None:
    now = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
    assert machine.clock(now, True) == "2026-11-21 19:30 UTC, set by the network"
    assert "The network has not set it" in machine.clock(now, False)
    assert machine.clock(now, None) == "2026-11-21 19:30 UTC"
    assert machine.synchronized(_program(tmp_path / "yes", "echo yes")) is True
    assert machine.synchronized(_program(tmp_path / "no", "echo no")) is False
    assert machine.synchronized(_program(tmp_path / "broken", "exit 3")) is None
    assert machine.synchronized(None) is None


def test_a_picture_is_painted_two_pixels_a_character() -> None:
    halves = np.zeros((8, 16, 3), np.uint8)
    halves[:4], halves[4:] = (0, 0, 255), (255, 0, 0)  # red above blue
    rows = terminal_picture(halves, 4, {"COLORTERM": "truecolor"}).splitlines()
    assert rows == ["\x1b[38;2;255;0;0;48;2;0;0;255m▀" * 4 + "\x1b[0m"]
    assert terminal_picture(halves, 4, {}).startswith("\x1b[38;5;196;48;5;21m▀")


def test_what_a_settings_file_says_does_not_move_the_terminal_s_cursor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[game]\nword_list = "a\\u001b]0;mine\\u0007\\u202eb"\n[camera]\nsource = "none"\n')
    monkeypatch.setattr(doctor.Examination, "_pin_findings", lambda _: iter(()))
    for how in ((), ("--json",)):
        done = CliRunner().invoke(doctor.command, ["--settings", str(file), *how])
        assert "mine" in done.output
        assert not {"\x1b", "\x07", "\u202e"} & set(done.output)
