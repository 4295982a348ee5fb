"""Test that a page names a file by its plain name, without its folders and its contents."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from device import boards
from device.errors import UsageFault, without_folders
from device.hardware.camera import Frame
from device.hardware.camera_choice import open_camera
from device.records.last_settings import remember_settings, settings_or_last
from device.records.value_files import read_value
from device.running.inbox import CameraGone, Inbox, pump
from device.service.keys import KEYS_FILE
from device.settings import NO_CAMERA, CameraSettings, GameSettings, Settings, TableSettings
from device.words import lists
from engine.i18n import Sentence
from tests.device.test_put_aside import LOCAL, troubles
from web.access.gate import StoredGate
from web.languages import LANGUAGE_NAMES, speaking, translate

SECRET = "sesame"
FOLDER = "attic"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder whose name must not appear on any page."""
    made = tmp_path / FOLDER / "anne's papers"
    made.mkdir(parents=True)
    return made


def pages(said: Sentence) -> tuple[str, ...]:
    """Return the texts in which the pages show `said`: one text for each language."""
    shown = []
    for language in LANGUAGE_NAMES:
        with speaking(language):
            shown.append(said.in_language(translate))
    return tuple(shown)


def keeps_to_itself(said: Sentence) -> bool:
    """Return True if no page shows a folder of the path, or the contents of the file."""
    return not any(hidden in page for page in pages(said) for hidden in (SECRET, FOLDER, "papers", "/"))


def broken(file: Path, content: bytes | None) -> Path:
    """Write `content` into the file. If `content` is None, make a folder in the file's place."""
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    return file


BROKEN = [
    b"[sesame",
    b"sesame = ",
    b"[sesame]\npin = 3",
    b"sesame = 3",
    b"[bell]\npin = 'sesame'",
    b"[bell]\nsesame = 3",
    b"[bell.rhythms]\nhand_over = 'sesame'",
    b"[game]\nplayers = ['sesame', 'sesame']",
    b"[game]\noptions = ['sesame']",
    b"[game.options]\nsesame = [1]",
    b"[lamp]\nkind = 'rgb'\nred = 17\n[bell]\npin = 17\n[buttons]\nsesame = 17",
    b"squares = 'sesame'",
    b"squares = ['sesame']",
    b"squares = []\nnote = 'sesame'\nsesame = 1",
    b"a = '''sesame",
    b"sesame = " + b"[" * 5000,
    b"sesame = 1" + b"0" * 5000,
    b".".join([b"sesame"] * 99) + b" = 1",
    b"#sesame" * 10_000,
    b"sesame \xff",
    b"secret: sesame",
    b'{"secret": "sesame"}',
    None,
]


@pytest.mark.parametrize("content", BROKEN)
def test_broken_settings_are_told_without_what_they_say(folder: Path, content: bytes | None) -> None:
    file = folder / "table.toml"
    remember_settings(file, folder, Settings())
    trouble = settings_or_last(broken(file, content), folder).trouble
    assert trouble is not None
    assert keeps_to_itself(trouble.text)


@pytest.mark.parametrize("read", [boards.load, lists.load])
@pytest.mark.parametrize(
    "content", [*BROKEN, b"S\nsesame?", b"sesame\nx", b"", b"\x00sesame", b"A" * 16_000_001]
)
def test_what_the_settings_name_is_told_without_what_it_says(
    folder: Path, content: bytes | None, read: Callable[[Path], object]
) -> None:
    file = broken(folder / "ours.txt", content)
    with pytest.raises(UsageFault) as fault:
        read(file)
    assert keeps_to_itself(fault.value.sentence)


def test_a_table_tells_so_of_all_that_its_settings_name(folder: Path) -> None:
    file = folder / "ours.txt"
    game = GameSettings(name="keyword", players=("Anne", "Ben"))
    table = TableSettings(data=str(folder / "table"), pins="none")
    good = Settings(game=game, table=table, camera=CameraSettings(source=NO_CAMERA), web=LOCAL)
    assert troubles(good) == ()
    found = troubles(replace(good, game=replace(game, word_list=str(file), board=str(file))))
    assert {one.kind for one in found} == {"no word list", "settings unread"}
    assert all("ours.txt" in page for one in found for page in pages(one.text))
    assert all(keeps_to_itself(one.text) and keeps_to_itself(one.advice) for one in found)


@pytest.mark.parametrize("name", ["keys.json", "words.json", "deck.json", "journal.db", "decks/ours.json"])
@pytest.mark.parametrize("content", [b'{"sesame": 1}', b'{"a": "sesame\xff"}'])
def test_a_damaged_file_of_the_table_is_told_by_its_plain_name(
    folder: Path, name: str, content: bytes
) -> None:
    data = folder / "table"
    settings = Settings(
        game=GameSettings(players=("Anne", "Ben")),
        camera=CameraSettings(source=NO_CAMERA),
        table=TableSettings(data=str(data), pins="none", deck="ours" if "ours" in name else None),
        web=LOCAL,
    )
    assert troubles(replace(settings, table=replace(settings.table, deck=None))) == ()
    (data / name).parent.mkdir(exist_ok=True)
    (data / name).write_bytes(content)
    found = troubles(settings)
    assert found
    assert all(keeps_to_itself(one.text) and keeps_to_itself(one.advice) for one in found)


def test_a_file_damaged_while_the_table_plays_is_told_by_its_plain_name(folder: Path) -> None:
    (folder / KEYS_FILE).write_bytes(b'{"sesame": 1}')
    with pytest.raises(UsageFault) as fault:
        read_value(folder / KEYS_FILE, StoredGate)
    assert keeps_to_itself(fault.value.sentence)
    assert KEYS_FILE in str(fault.value.sentence)


class Breaking:
    """A camera whose driver raises `fault`."""

    def __init__(self, fault: Exception) -> None:
        self.fault = fault

    def frames(self) -> Iterator[Frame]:
        """Raise `fault` in place of the first picture."""
        raise self.fault
        yield

    def close(self) -> None:
        """Close nothing."""


@pytest.mark.parametrize(
    "made",
    [
        lambda file: OSError(5, "Input/output error", str(file)),
        lambda file: RuntimeError(f"can't open {file}: busy"),
        lambda file: UsageFault(f"{file}: not there"),
    ],
)
def test_whatever_a_driver_says_no_page_shows_the_path(made: Callable[[Path], Exception]) -> None:
    inbox = Inbox()
    pump(Breaking(made(Path("/dev/attic/video0"))), inbox)
    gone = inbox.get(0)
    assert isinstance(gone, CameraGone)
    assert gone.why is not None
    assert all("video0" in page and FOLDER not in page for page in pages(gone.why))


@pytest.mark.parametrize(
    "source", ["/dev/v4l/by-id/attic/usb-cam", "/attic/none", "rtsp://anne:sesame@127.0.0.1:1/?key=sesame"]
)
def test_a_camera_is_told_without_its_folder_and_its_password(source: str) -> None:
    with pytest.raises(UsageFault) as fault:
        open_camera(source, read=lambda _: pytest.fail("there is no picture"))
    assert all(SECRET not in page and FOLDER not in page for page in pages(fault.value.sentence))


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("/dev/video0: busy", "video0: busy"),
        ("can't open '/a/b c/d.db'", "can't open 'd.db'"),
        ("~/x/y.toml and ../z.toml", "y.toml and z.toml"),
        ("rtsp://cam.lan:554/live and/or 1/2", "rtsp://cam.lan:554/live and/or 1/2"),
    ],
)
def test_paths_in_what_is_said_become_plain_names(said: str, shown: str) -> None:
    assert without_folders(said) == shown
