"""Test a table without a camera: phones' photographs are read like a camera's pictures, and the game
continues."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from device import app
from device.phones import Phones
from device.running.appliance import Appliance
from device.running.inbox import TimePassed
from device.service.phone_photos import KEPT_SIDE_PIXELS, picture
from device.settings import CameraSettings, GameSettings, Settings, TableSettings
from device.virtual.tabletop.free_places import CARD_STEP_MM
from engine.shared.scene import LyingCard, Scene
from engine.table.commands import EndTurn
from vision.render.table import virtual_table
from web.page_services import PageServices
from web.requests import Answer
from web.services.refusal import RefusedError

UPSIDE_DOWN, QUARTER = 3, 6
"""The EXIF orientations of a phone that is held upside down, and of one that is held upright."""
TURNS = {UPSIDE_DOWN: Image.Transpose.ROTATE_180, QUARTER: Image.Transpose.ROTATE_90}


@dataclass
class Served:
    """A stand-in for the web server. It keeps the services that it is given."""

    services: PageServices
    phones: Phones
    port: int = 0

    def close(self) -> None:
        """Close nothing."""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Appliance]:
    monkeypatch.setattr(
        app, "create_page_server", lambda _web, phones, _data, services, _: Served(services, phones)
    )
    settings = Settings(
        game=GameSettings(players=("Anne", "Ben", "Cora"), patience=0.0),
        table=TableSettings(pins="none", data=str(tmp_path)),
        camera=CameraSettings("none"),
    )
    table = app.play(settings)
    yield table
    table.camera.close()
    table.resources.close()


def photograph(words: dict[str, tuple[float, float]], seed: int, held: int) -> bytes:
    """Return a phone's photograph of `words`, each at its place on the table in millimetres. `held` is the
    EXIF orientation."""
    cards = [LyingCard("Q", 1040, 370), *(LyingCard("A", 1040, 250 - n, face_up=False) for n in range(3))]
    for word, (x, y) in words.items():
        cards += [LyingCard(card, x + n * CARD_STEP_MM, y, 0.4) for n, card in enumerate(word)]
    shot = virtual_table((1600, 900), seed, "classic")(Scene(1100, 618.75, tuple(cards)), 1)
    image = Image.fromarray(np.ascontiguousarray(shot[:, :, ::-1])).transpose(TURNS[held])
    exif, data = Image.Exif(), BytesIO()
    exif[0x0112] = held
    image.save(data, "JPEG", quality=90, exif=exif)
    return data.getvalue()


def looked(table: Appliance, photo: bytes) -> str:
    """Send `photo` to the table, and let so much time pass that a proposal becomes a turn. Return the
    notation of the last turn, or the proposal if there was no turn."""
    services = table.server.services  # type: ignore[attr-defined]
    services.photographs.take(photo)
    table.loop.handle(next(table.camera.frames()))
    table.loop.handle(TimePassed())
    match = table.loop.view.referee.match
    assert match is not None
    return match.last.move if match.last else str(table.loop.view.referee.proposal)


def test_turns_are_ruled_on_photograph_by_photograph(table: Appliance) -> None:
    first = photograph({"MOTHER": (200, 200)}, 3, QUARTER)
    second = photograph({"MOTHERS": (160, 230), "": (0, 0)}, 8, UPSIDE_DOWN)
    assert looked(table, first) == "+MOTHER"
    assert looked(table, second) == "1:MOTHER<MOTHERS"


def test_a_photograph_without_cards_is_answered_and_the_next_one_too(table: Appliance) -> None:
    bare = BytesIO()
    Image.new("RGB", (1600, 900), (90, 110, 80)).save(bare, "JPEG")
    assert looked(table, bare.getvalue()) == "None"
    assert told(table) == ["I see no cards in this picture."]
    assert looked(table, photograph({"MOTHER": (200, 200)}, 3, QUARTER)) == "+MOTHER"
    assert told(table) == ["I see MOTHER."]


def told(table: Appliance) -> list[str]:
    """Return the lines on phones that report what the last picture showed."""
    return list(table.server.phones.hub.latest().snapshot.messages.saw)  # type: ignore[attr-defined]


def test_a_photograph_of_another_table_is_asked_about_on_every_phone(table: Appliance) -> None:
    looked(table, photograph({"MOTHER": (200, 200)}, 3, QUARTER))
    table.loop.handle(EndTurn())
    assert looked(table, photograph({"HUTS": (300, 150), "VEX": (300, 350)}, 4, QUARTER)) == "+MOTHER"
    phones = table.server.phones  # type: ignore[attr-defined]
    (asked, *_) = (phones.hub.latest().snapshot.question,)
    assert asked.text.startswith("I don't see MOTHER in this picture. Is it another table, ")
    phones.submit(Answer(asked.id, "another table"))
    table.loop.handle(phones.inbox.get(0))
    shown = phones.hub.latest().snapshot
    assert (shown.question, shown.picture, shown.messages.saw) == (None, None, ())
    assert shown.messages.notes == ("I have forgotten that picture. Photograph this table.",)
    assert looked(table, photograph({"MOTHER": (240, 220)}, 5, QUARTER)) == "+MOTHER"
    assert told(table) == ["I see MOTHER, as before."]


def test_what_cannot_be_read_is_refused_in_one_line() -> None:
    small = BytesIO()
    Image.new("RGB", (300, 200)).save(small, "JPEG")
    for photo, why in ((b"", "No photograph"), (b"no", "decoded"), (small.getvalue(), "too small")):
        with pytest.raises(RefusedError, match=why):
            picture(photo)


def test_a_large_photograph_is_kept_as_large_as_is_of_use() -> None:
    large = BytesIO()
    Image.new("RGB", (3000, 4000), "white").save(large, "JPEG")
    assert picture(large.getvalue()).shape == (KEPT_SIDE_PIXELS, KEPT_SIDE_PIXELS * 3 // 4, 3)
