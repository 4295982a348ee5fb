"""Test the upgrade trial of the image, with a stand-in for the emulated machine."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deploy.image import upgrades
from deploy.image.cuts import PageState
from deploy.image.guest import Guest
from deploy.image.upgrades import UpgradeRun, Upgrades, make_release, raised_version, signer_line
from device.releases.archive import unpack, version_of
from device.releases.signature import check_signature


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("key") / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    return path


def test_a_release_of_the_trial_is_one_that_a_table_takes(tmp_path: Path, key: Path) -> None:
    archive = make_release("1.0.7", tmp_path, key)
    signers = tmp_path / "signers"
    signers.write_text(signer_line(key))
    check_signature(archive, archive.with_name(f"{archive.name}.sig"), signers, archive.name)
    (tmp_path / "there").mkdir()
    tree = unpack(archive, tmp_path / "there")
    assert version_of(tree) == "1.0.7"
    assert signer_line(key) in (tree / "deploy/release-signers").read_text()
    assert "lexicon-table play" in (tree / "deploy/lexicon-table.service").read_text()


def test_a_faulty_release_differs_in_its_unit_alone(tmp_path: Path, key: Path) -> None:
    trees = []
    for starts in (True, False):
        there = tmp_path / str(starts)
        there.mkdir()
        trees.append(unpack(make_release("1.0.7", tmp_path, key, service_starts=starts), there))
    differ = [
        path.relative_to(trees[0]).as_posix()
        for path in trees[0].rglob("*")
        if path.is_file() and path.read_bytes() != (trees[1] / path.relative_to(trees[0])).read_bytes()
    ]
    assert sorted(differ) == ["SHA256SUMS", "deploy/lexicon-table.service"]


def test_the_next_version_is_a_later_one() -> None:
    assert raised_version("1.0.0", 1) == "1.0.1"
    assert raised_version("2.3.9", 2) == "2.3.11"


class Pretended(Guest):
    """A stand-in for the emulated machine. The function `upgrade` acts for the upgrade, and returns its
    messages."""

    version, scores, page = "1.0.0", "[]", PageState(3, 1, (7, 0))

    def __init__(self, folder: Path, upgrade: Callable[["Pretended"], str]) -> None:
        super().__init__(folder, folder / "key", 0)
        self._upgrade, self.said = upgrade, ""

    def run(self, command: str, *, timeout_seconds: float = 0) -> str:
        if "--version" in command:
            return f"lexicon-table {self.version}\n{self.scores}\n"
        if "systemd-run" in command:
            self.said = self._upgrade(self)
        return self.said if command.startswith("until") else ""

    def run_any(
        self,
        command: str,
        *,
        timeout_seconds: float = 0,
        ok_statuses: tuple[int, ...] = (),
        stdin: bytes = b"",
    ) -> tuple[int, str]:
        return 0, ""

    def state(self) -> dict[str, Any]:
        page = self.page
        totals = [{"total": total} for total in page.totals]
        return {"hand": page.hand, "history": [{"event": page.turn}], "players": totals}

    def wait(self, what: str, there: Callable[[], object], *, timeout_seconds: float = 0) -> float:
        assert there(), what
        return 0.0


def tried(upgrade: Callable[[Pretended], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Upgrades:
    archive = tmp_path / "lexicon-table-release.tar.gz"
    for ending in ("", ".sig"):
        archive.with_name(f"{archive.name}{ending}").touch()
    monkeypatch.setattr(upgrades, "make_release", lambda *_, **__: archive)
    (tmp_path / "key.pub").touch()
    made = Upgrades(Pretended(tmp_path, upgrade), tmp_path, tmp_path / "key")
    assert made.copy_match("journal.db")[0]
    return made


def test_a_good_upgrade_is_another_version_with_the_same_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def to(version: str, page: PageState) -> Callable[[Pretended], str]:
        def upgrade(guest: Pretended) -> str:
            guest.version, guest.page = version, page
            return "Trying 1.0.1\nupgrading: ended with 0\n"

        return upgrade

    same = Pretended.page
    assert tried(to("1.0.1", same), tmp_path, monkeypatch).good_release()[0]
    assert not tried(to("1.0.0", same), tmp_path, monkeypatch).good_release()[0]
    assert not tried(to("1.0.1", PageState(2, 1, (0, 0))), tmp_path, monkeypatch).good_release()[0]


def test_a_faulty_upgrade_leaves_the_release_of_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def upgrade(guest: Pretended) -> str:
        return "1.0.1 did not start. 1.0.0 is in use again\nupgrading: ended with 2\n"

    def worse(guest: Pretended) -> str:
        guest.scores = "[[]]"
        return upgrade(guest)

    assert tried(upgrade, tmp_path, monkeypatch).faulty_release()[0]
    assert not tried(worse, tmp_path, monkeypatch).faulty_release()[0]
    assert not tried(lambda _: "upgrading: ended with 0\n", tmp_path, monkeypatch).faulty_release()[0]


def test_how_an_upgrade_went_is_read_from_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = tried(lambda _: "Setting up\nTrying\nupgrading: ended with 2\n", tmp_path, monkeypatch)._upgrade(
        "archive"
    )
    assert (run.status, run.output) == (2, "Setting up\nTrying")
    assert isinstance(run, UpgradeRun)


def test_what_an_upgrade_says_of_a_status_is_not_its_end(tmp_path: Path) -> None:
    """A message of the upgrade contains the word "status". The trial must wait for the line that reports
    the exit status. The shell of this machine stands in for the guest's."""

    class Shell(Guest):
        def run(self, command: str, *, timeout_seconds: float = 0) -> str:
            text = command.replace(upgrades.UPGRADE_LOG, str(tmp_path / "log"))
            return subprocess.run(
                ["sh", "-c", text], capture_output=True, text=True, check=True, timeout=20
            ).stdout

    log = tmp_path / "log"
    said = 'Trying 1.0.1\nSee "systemctl status lexicon-table.service".\n'
    (tmp_path / "later").write_text(f"{said}upgrading: ended with 2\n")
    log.write_text(said)
    waiting = Upgrades(Shell(tmp_path, tmp_path, 0), tmp_path, tmp_path)
    assert waiting._wait_for("Trying") == said
    (tmp_path / "later").replace(log)
    assert waiting._wait_for(upgrades.END_PREFIX).splitlines()[-1] == "upgrading: ended with 2"


def test_each_cut_of_an_upgrade_starts_from_the_saved_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []

    class Watched(Pretended):
        def switch_on(self, *, from_saved: bool = False) -> None:
            assert not steps or steps[-1] in {"cut", "save"}, "the power is still on"
            steps.append("on, saved" if from_saved else "on")

        def cut_power(self) -> None:
            steps.append("cut")

        def save(self) -> None:
            steps.append("save")

    trial = tried(lambda _: "Trying", tmp_path, monkeypatch)
    trial._guest = Watched(tmp_path, lambda _: "Trying")
    monkeypatch.setattr(time, "sleep", lambda _: None)
    good, found = trial.power_cuts(2, 1)
    assert (good, found["cuts"]) == (True, 3)
    assert steps.count("on, saved") == 2
    assert steps[-1] == "cut"
