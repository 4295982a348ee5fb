"""Test pictures of tables that were once ruled on wrongly, or not read at all. They are not part of the
repository: they lie beside the checkout on machines that measure."""

from pathlib import Path
from typing import cast

import numpy as np
import pytest

from device import app
from device.hardware.camera import Frame
from device.running.appliance import Appliance
from device.running.inbox import TimePassed
from device.service import phone_photos
from device.settings import CameraSettings, Settings, TableSettings
from engine.events import QuestionAsked, TurnFinished
from engine.position import Rows
from engine.table.commands import EndTurn
from vision.picture import load
from web.page_services import PageServices
from web.services.match_set_up import NewMatch

CASES = Path(__file__).parents[2].parent / "shared" / "cases"


class Served:
    """A stand-in for the web server of a table. It keeps the services that the table offers its pages."""

    port = 0

    def __init__(self, services: PageServices) -> None:
        self.services = services

    def close(self) -> None:
        """Close nothing."""


def _seen(table: Appliance, picture: Path, second: float, frames: int) -> None:
    """Show the picture to the table in `frames` frames, one each half second, from `second` on."""
    image = load(picture)
    for frame in range(frames):
        table.loop.handle(Frame(image, second + frame / 2))
    _heard(table)


def _heard(table: Appliance) -> None:
    while not isinstance(message := table.inbox.get(0), TimePassed):
        table.loop.handle(message)


@pytest.mark.skipif(not (CASES / "story09_truth.json").exists(), reason="these pictures are not there")
@pytest.mark.parametrize(("camera", "frames"), [("none", 1), ("folder", 5)])
def test_a_word_with_a_master_in_it_is_one_word_and_never_two(
    camera: str, frames: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The word is HO?SE. A phone photographs it, or a camera watches it being laid. The table reads one
    word, and the play is legal."""
    monkeypatch.setattr(
        app, "create_page_server", lambda _web, _phones, _data, services, _code: Served(services)
    )
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "1.jpg").symlink_to(CASES / "story09_0_empty.jpg")
    source = "none" if camera == "none" else str(tmp_path / "photos")
    data = TableSettings(pins="none", data=str(tmp_path / "table"))
    table = app.play(Settings(table=data, camera=CameraSettings(source)))
    try:
        setting = cast(Served, table.server).services.set_up
        assert setting is not None
        setting.begin(NewMatch("lexicon", ("Anne", "Ben", "Cora"), pack="parker"))
        _heard(table)
        _seen(table, CASES / "story09_0_empty.jpg", 1, frames)
        _seen(table, CASES / "story09_1_HO-SE.jpg", 11, frames)
        proposal = table.loop.view.referee.proposal
        assert proposal is not None
        after = proposal.after
        assert isinstance(after, Rows)
        assert after.words == ("HO?SE",)
        table.loop.handle(EndTurn())
        _heard(table)
        events = table.loop.view.referee.events
        rulings = [event.ruling for event in events if isinstance(event, TurnFinished)]
        asked = any(isinstance(event, QuestionAsked) for event in events)
        assert rulings == ["legal"] or (asked and "illegal" not in rulings)
    finally:
        table.camera.close()
        table.resources.close()


@pytest.mark.skipif(not (CASES / "autoexposure_0_empty.jpg").exists(), reason="these pictures are not there")
def test_a_word_is_ruled_on_though_the_camera_follows_the_light(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The camera darkens the picture of dark oak when EXPERT is laid on it. A lamp's reflections at the
    border must not be taken for arms."""
    monkeypatch.setattr(
        app, "create_page_server", lambda _web, _phones, _data, services, _code: Served(services)
    )
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "1.jpg").symlink_to(CASES / "autoexposure_0_empty.jpg")
    data = TableSettings(pins="none", data=str(tmp_path / "table"))
    table = app.play(Settings(table=data, camera=CameraSettings(str(tmp_path / "photos"))))
    try:
        setting = cast(Served, table.server).services.set_up
        assert setting is not None
        setting.begin(NewMatch("lexicon", ("Anne", "Ben", "Cora"), pack="parker"))
        _heard(table)
        _seen(table, CASES / "autoexposure_0_empty.jpg", 1, 5)
        _seen(table, CASES / "autoexposure_1_EXPERT.jpg", 4, 5)
        table.loop.handle(EndTurn())
        _heard(table)
        events = table.loop.view.referee.events
        assert [(one.move, one.ruling) for one in events if isinstance(one, TurnFinished)] == [
            ("+EXPERT", "legal")
        ]
    finally:
        table.camera.close()
        table.resources.close()


@pytest.mark.skipif(not (CASES / "15-phone.heic").exists(), reason="this picture is not there")
def test_an_iphones_own_file_is_read() -> None:
    seen = phone_photos.picture((CASES / "15-phone.heic").read_bytes())
    assert seen.shape == (1400, 1050, 3)
    assert np.array_equal(seen, load(CASES / "15-phone.heic"))
