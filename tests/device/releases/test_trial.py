"""Test the trial of a new release before an upgrade. This tree, with the packages of the tests, stands in
for the new release."""

import sys
from pathlib import Path

import pytest

from device.errors import UsageFault
from device.releases.data import copy
from device.releases.run_as_user import User
from device.releases.trial import GOLDEN, examine
from tests.device.party.kept import kept, played
from tests.device.releases.standin import ROOT
from tests.device.releases.test_schemas import written


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    made = tmp_path / "release"
    made.mkdir()
    (made / "deploy").symlink_to(ROOT / "deploy")
    (made / ".venv").symlink_to(sys.prefix)
    return made


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    made = tmp_path / "table.toml"
    made.write_text('[camera]\nsource = "pi"\n')
    return made


def test_this_program_reads_starts_and_counts(tmp_path: Path, release: Path, settings: Path) -> None:
    written(tmp_path / "data/journal.db", 1)
    target = tmp_path / "trial/lexicon-table"
    copy(tmp_path / "data", target)
    (tmp_path / "party").mkdir()
    party = kept(tmp_path / "party", played(), 1_000_000.0)
    examine(release, [target, party], settings, User(), as_before=False)
    assert (target / "journal.head").exists()  # the table played in the trial
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["journal.db"]


def test_settings_that_it_does_not_understand_are_told(tmp_path: Path, release: Path, settings: Path) -> None:
    settings.write_text("[camera]\nsauce = 1\n")
    data = tmp_path / "lexicon-table"
    data.mkdir()
    with pytest.raises(UsageFault, match=r"it does not start: .*table\.toml.*sauce"):
        examine(release, [data], settings, User(), as_before=False)


def test_every_golden_picture_is_called_after_its_word() -> None:
    pictures = sorted((ROOT / GOLDEN).iterdir())
    assert len(pictures) >= 3
    assert all(picture.stem.isupper() and picture.stem.isalpha() for picture in pictures)
    assert sum(picture.stat().st_size for picture in pictures) < 150_000
