"""Test that the reader's files are complete before the table opens."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from device import eyes
from device.cli import main
from engine.shared.scene import LyingCard, Scene
from vision import network
from vision.enrol import learning
from vision.enrol.gather import gather
from vision.enrol.prototypes import Prototypes
from vision.render.table import virtual_table
from vision.tensor_format import Floats


@pytest.fixture
def no_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Provide an empty folder in place of the committed networks, as in a damaged installation."""
    network.session.cache_clear()
    monkeypatch.setattr(network, "WEIGHTS", tmp_path)
    yield tmp_path
    network.session.cache_clear()


def test_a_missing_network_ends_the_demo_in_one_line(no_networks: Path) -> None:
    done = CliRunner().invoke(main, ["demo", "--port", "0", "--data", str(no_networks / "data")])
    assert done.exit_code == 2
    *_, line = done.stderr.splitlines()  # after the PIN of a table that starts for the first time
    told = "missing from this installation, install the program again"
    assert line == f"lexicon-table: {no_networks / 'sha256.txt'}: {told}"


def test_a_missing_network_is_named_to_who_reads_a_photograph(no_networks: Path, tmp_path: Path) -> None:
    photo = tmp_path / "grey.ppm"
    photo.write_bytes(b"P6 64 64 255\n" + bytes([128]) * (64 * 64 * 3))
    done = CliRunner().invoke(main, ["read", str(photo)])
    assert done.exit_code == 2
    assert f"missing from this installation, install the program again: {no_networks}" in done.stderr
    assert "internal" not in done.stderr


@pytest.mark.parametrize("kept", [0, 0.5, 1])
def test_a_damaged_network_ends_the_demo_in_one_line(no_networks: Path, tmp_path: Path, kept: float) -> None:
    shutil.copytree(Path(network.__file__).parent / "weights", no_networks, dirs_exist_ok=True)
    spotter = no_networks / "spotter.onnx"  # one that is not loaded before a hand lies there
    content = bytearray(spotter.read_bytes())
    content[100_000] ^= 1
    spotter.write_bytes(content[: int(kept * len(content))])
    done = CliRunner().invoke(main, ["demo", "--port", "0", "--data", str(tmp_path / "data")])
    assert done.exit_code == 2
    *_, line = done.stderr.splitlines()
    assert line == f"lexicon-table: {spotter}: damaged, install the program again"


@pytest.mark.parametrize("open_eyes", [eyes.reader, eyes.photographs])
def test_cards_are_looked_for_in_as_many_pixels_as_the_settings_say(
    open_eyes: Callable[..., eyes.Read], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[int] = []

    def seen(name: str, batch: NDArray[np.uint8]) -> list[Floats]:
        shown.append(batch.shape[2])
        return network.run(name, batch)

    monkeypatch.setattr("vision.pieces.detect.run", seen)
    picture = virtual_table((640, 360), 3)(Scene(400, 225, (LyingCard("A", 120, 110),)), 0)
    open_eyes(side_pixels=320)(picture)
    assert shown[0] == 320


def test_a_table_that_lies_still_is_read_anew_when_it_is_asked_about_again() -> None:
    table, read = virtual_table((640, 360), 3), eyes.reader()
    scene = Scene(400, 225, (LyingCard("A", 120, 110), LyingCard("T", 200, 110)))
    first, glance, again = (read(table(scene, frame)).observation for frame in range(3))
    assert glance is first
    assert again is not first
    assert [card.letters()[0][0] for card in again.cards] == [card.letters()[0][0] for card in first.cards]


def test_a_picture_that_is_asked_about_twice_is_read_anew() -> None:
    table, read = virtual_table((640, 360), 3), eyes.reader()
    scene = Scene(400, 225, (LyingCard("A", 120, 110), LyingCard("T", 200, 110)))
    picture = table(scene, 0)
    first, again = read(picture).observation, read(picture).observation
    assert again is not first
    assert again == first


def test_the_next_picture_is_read_with_the_deck_that_is_in_use_then() -> None:
    """In one deck A is enrolled as T and T as A. So the letters read tell with which deck a picture was
    read."""
    scene = Scene(400, 225, (LyingCard("A", 120, 110), LyingCard("T", 200, 110)))
    picture = virtual_table((640, 360), 3)(scene, 0)
    finds = sorted(gather((picture,)), key=lambda find: float(find.corners[0, 0]))
    swapped = learning.make_prototypes("TA", learning.compute_features([find.crop for find in finds]))
    in_use: list[Prototypes | None] = [None]
    read = eyes.reader(lambda: in_use[-1])
    told = []
    for deck in (None, swapped, None):
        in_use.append(deck)
        cards = sorted(read(picture).observation.cards, key=lambda card: card.corners[0][0])
        told.append("".join(card.letters()[0][0] for card in cards))
    assert told == ["AT", "TA", "AT"]
