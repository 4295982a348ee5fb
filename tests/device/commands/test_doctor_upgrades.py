"""Test that the doctor of an installed table finds its settings, and tells whether `upgrade` can check a
release."""

from pathlib import Path
from typing import Final

import pytest

from device.commands import doctor
from device.commands._doctor import machine
from device.commands._doctor.finding import examine
from device.releases.places import Places
from device.releases.signature import SIGNERS

SIGNER: Final = "release@lexicon-table ssh-ed25519 AAAA"


def _installed(folder: Path, signers: str) -> Places:
    """Return the places of an installed table whose release allows the keys of `signers` to sign upgrades."""
    places = Places(str(folder))
    signed_by = places.release("1") / SIGNERS
    signed_by.parent.mkdir(parents=True)
    signed_by.write_text(signers)
    places.program.symlink_to(f"{places.releases.name}/1")
    return places


@pytest.mark.parametrize(
    ("signers", "program", "state", "said"),
    [
        ("# no key yet\n\n", "/usr/bin/ssh-keygen", "skipped", "knows no release key"),
        (
            "# a key\nrelease@lexicon-table ssh-ed25519 AAAA\n",
            "/usr/bin/ssh-keygen",
            "ok",
            "1 release key is known",
        ),
        ("release@lexicon-table ssh-ed25519 AAAA\n", None, "fail", "ssh-keygen is missing"),
    ],
)
def test_whether_a_release_can_be_checked_is_said(
    signers: str, program: str | None, state: str, said: str, tmp_path: Path
) -> None:
    found = examine("upgrades", lambda: machine.upgrades(_installed(tmp_path, signers), program))
    assert found.state == state
    assert said in found.sentence
    assert (found.advice == "sudo apt-get install openssh-client") == (state == "fail")


def test_a_program_in_its_own_folder_has_no_releases(tmp_path: Path) -> None:
    assert examine("upgrades", lambda: machine.upgrades(Places(str(tmp_path)), None)).state == "skipped"


def test_the_program_of_an_installed_table_takes_its_settings(tmp_path: Path) -> None:
    places = _installed(tmp_path, "")
    environment = places.program / ".venvs/1"
    environment.mkdir(parents=True)
    assert doctor.installed_settings(places, environment) is None
    places.settings.parent.mkdir(parents=True)
    places.settings.touch()
    assert doctor.installed_settings(places, environment) == places.settings
    assert doctor.installed_settings(places, tmp_path / "clone/.venv") is None
