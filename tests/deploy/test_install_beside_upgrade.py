"""Test that the installer and `upgrade` never change the releases at the same time."""

from pathlib import Path

from device.releases.places import Places, locked_releases
from tests.deploy.test_install import bare, earlier
from tests.deploy.test_setup import Machine

__all__ = ["bare", "earlier"]


def test_nothing_is_installed_while_an_upgrade_is_under_way(
    earlier: tuple[Machine, Path], tmp_path: Path
) -> None:
    machine, program = earlier
    places = Places(str(tmp_path / "image"))
    with locked_releases(places):
        ended = machine.run("deploy/install.sh", DESTDIR=str(tmp_path / "image"))
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
    assert "another upgrade or installation is under way" in ended.stderr
    places.upgrade_file.write_text("{}")
    ended = machine.run("deploy/install.sh", DESTDIR=str(tmp_path / "image"))
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
    assert "waits for the table's start" in ended.stderr
    assert (program / "device/edition").read_text() == "1"


def test_an_installation_forgets_the_release_before_the_last_upgrade(
    earlier: tuple[Machine, Path], tmp_path: Path
) -> None:
    machine, _ = earlier
    places = Places(str(tmp_path / "image"))
    places.last_upgrade_file.write_text("{}")
    assert machine.run("deploy/install.sh", DESTDIR=str(tmp_path / "image")).returncode == 0
    assert not places.last_upgrade_file.exists()
