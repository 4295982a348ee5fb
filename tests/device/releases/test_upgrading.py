"""Test `upgrade`: a release replaces the old one if it is whole, newer, signed and works. Otherwise
nothing changes."""

import errno
import os
import resource
import shutil
import signal
import tarfile
from collections import namedtuple
from pathlib import Path

import pytest

from device.errors import UsageFault
from device.records.restore import backups_in
from device.releases.places import locked_releases
from device.releases.steps import change_under_way
from tests.device.releases.standin import EVENTS, Service, Table, make_key, quick_folder, sign

folder = pytest.fixture(quick_folder)


@pytest.fixture
def table(folder: Path) -> Table:
    return Table(folder).made()


@pytest.fixture
def service(table: Table) -> Service:
    return Service(table)


def unchanged(table: Table, before: dict[str, object]) -> bool:
    """Return True if release 1.0.0 is in use with its data and unit, and no other release has
    left a trace."""
    there = sorted(
        path.name for path in table.places.releases.iterdir() if path.is_dir() and not path.is_symlink()
    )
    return (
        table.places.current() == "1"
        and there == ["1"]
        and change_under_way(table.places) is None
        and table.systemd() == {"1.0.0"}
        and table.state() == before
    )


def test_the_new_release_is_in_use_with_the_data_and_its_unit(table: Table, service: Service) -> None:
    upgrade, said = table.upgrade(service)
    upgrade.install(table.archive())
    assert table.places.current() == "2"
    assert (table.places.program / ".venv/bin/lexicon-table").exists()
    assert (table.places.program / "NOTICE").exists()
    assert table.systemd() == {"1.1.0"}
    assert (table.data / "schema").read_text() == "1.1.0"
    assert (table.data / "pictures/1.jpg").exists()
    assert service.up
    assert service.starts == ["1.1.0"]
    assert said[-1] == "1.1.0 is in use."
    assert sorted(
        path.name for path in table.places.releases.iterdir() if path.is_dir() and not path.is_symlink()
    ) == ["1", "2"]
    # The trial wrote into its copy, which is gone.
    assert not list(table.data.rglob("played"))
    assert not (table.data / "trial").exists()


def test_a_copy_of_the_data_of_before_is_kept_and_listed(table: Table, service: Service) -> None:
    before = table.state()
    table.upgrade(service)[0].install(table.archive())
    kept = table.data / "upgrades/20261127-190000"
    assert (kept / "schema").read_text() == "1.0.0"
    assert (kept / "decks/attic.json").read_bytes() == before["decks/attic.json"]
    assert not (kept / "pictures").exists()
    (backup,) = [one for one in backups_in(table.data) if one.name == "upgrade-20261127-190000"]
    assert len(backup.rows) == len(EVENTS)


def test_three_copies_of_before_are_kept_and_two_releases(table: Table, service: Service) -> None:
    for minor in range(1, 6):
        upgrade, _ = table.upgrade(service, f"20261127-19000{minor}")
        upgrade.install(table.archive(f"1.{minor}.0"))
    assert [path.name[-1] for path in sorted((table.data / "upgrades").iterdir())] == ["3", "4", "5"]
    assert (
        len([path for path in table.places.releases.iterdir() if path.is_dir() and not path.is_symlink()])
        == 2
    )


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("set-up", "could not be set up"),
        ("environment", "No such file"),
        ("reads", "it reads WRONG, WRONG where CAT, DOG lies"),
        ("start", "it does not start: cannot start"),
        ("page", "the page does not answer"),
        ("scores", "other scores"),
    ],
)
def test_a_release_that_fails_its_trial_changes_nothing(
    table: Table, service: Service, fault: str, told: str
) -> None:
    before = table.state()
    upgrade, _ = table.upgrade(service)
    with pytest.raises(UsageFault, match=told):
        upgrade.install(table.archive("1.1.0", fault))
    assert unchanged(table, before)
    assert service.up
    assert service.starts == []


def test_a_release_that_dies_with_the_data_itself_gives_way_to_the_one_before(
    table: Table, service: Service
) -> None:
    before = table.state()
    upgrade, _ = table.upgrade(service)
    with pytest.raises(UsageFault, match=r"1\.1\.0 did not start\. 1\.0\.0 is in use again"):
        upgrade.install(table.archive("1.1.0", "dies"))
    assert unchanged(table, before)
    assert service.up
    assert service.starts == ["1.1.0", "1.0.0"]
    # The data that it converted are kept, too.
    assert (table.data / "replaced-20261127-190000/schema").read_text() == "1.1.0"


def test_a_check_changes_nothing(table: Table, service: Service) -> None:
    before = table.state()
    upgrade, said = table.upgrade(service)
    upgrade.install(table.archive(), check=True)
    assert unchanged(table, before)
    assert service.starts == []
    assert said[-1] == "1.1.0 is well. Nothing was changed."
    with pytest.raises(UsageFault, match="other scores"):
        upgrade.install(table.archive("1.2.0", "scores"), check=True)
    assert unchanged(table, before)


@pytest.mark.parametrize("version", ["1.0.0", "0.9.12", "1.0.0rc1"])
def test_a_release_that_is_not_newer_is_refused_unless_told(
    table: Table, service: Service, version: str
) -> None:
    before = table.state()
    upgrade, _ = table.upgrade(service)
    archive = table.archive(version)
    with pytest.raises(UsageFault, match=f"version {version} is not newer than 1.0.0"):
        upgrade.install(archive)
    assert unchanged(table, before)
    if version == "1.0.0":
        upgrade.install(archive, any_version=True)
        assert table.places.current() == "2"


def refused(table: Table, service: Service, archive: Path, told: str) -> None:
    before = table.state()
    with pytest.raises(UsageFault, match=told) as found:
        table.upgrade(service)[0].install(archive)
    assert "\n" not in str(found.value)
    assert unchanged(table, before)
    assert service.up


def test_an_archive_without_a_signature_is_refused(table: Table, service: Service) -> None:
    archive = table.archive()
    archive.with_name(f"{archive.name}.sig").unlink()
    refused(table, service, archive, r"\.sig: no such file")


def test_an_archive_that_is_not_there_is_refused(table: Table, service: Service) -> None:
    refused(table, service, table.root / "none.tar.gz", "no such file")


def test_a_signature_of_somebody_else_is_refused_though_the_archive_brings_his_key(
    table: Table, service: Service
) -> None:
    other = table.root / "other"
    make_key(other)
    refused(table, service, table.archive(key=other), "the signature is not one of the makers")


@pytest.mark.parametrize("place", ["start", "middle", "end"])
def test_a_changed_archive_is_refused(table: Table, service: Service, place: str) -> None:
    archive = table.archive()
    content = bytearray(archive.read_bytes())
    content[{"start": 12, "middle": len(content) // 2, "end": -1}[place]] ^= 1
    archive.write_bytes(content)
    refused(table, service, archive, "the signature is not one of the makers")


def test_a_text_in_place_of_a_signature_is_refused(table: Table, service: Service) -> None:
    archive = table.archive()
    archive.with_name(f"{archive.name}.sig").write_text("no signature")
    refused(table, service, archive, "the signature is not one of the makers")


def test_without_the_makers_keys_nothing_is_believed(table: Table, service: Service) -> None:
    signers, archive = table.places.program / "deploy/release-signers", table.archive()
    signers.write_text("# no key yet\n")
    refused(table, service, archive, "names no release key")
    signers.unlink()
    refused(table, service, archive, "names no release key")


def member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.linkname = kind, target
    return made


TOP = "lexicon-table-1.1.0"


@pytest.mark.parametrize(
    ("hostile", "told"),
    [
        (member("/etc/passwd"), "leads out of its folder"),
        (member(f"{TOP}/../../evil"), "leads out of its folder"),
        (member(".."), "leads out of its folder"),
        (member(f"{TOP}/link", tarfile.SYMTYPE, "/etc"), "neither a file nor a folder"),
        (member(f"{TOP}/hard", tarfile.LNKTYPE, f"{TOP}/a"), "neither a file nor a folder"),
        (member(f"{TOP}/device", tarfile.CHRTYPE), "neither a file nor a folder"),
        (member(f"{TOP}/pipe", tarfile.FIFOTYPE), "neither a file nor a folder"),
        (member("elsewhere/a"), "more than one release"),
        (member(f"{TOP}/a"), "twice"),
        (member(f"{TOP}/a/b"), "exists"),
    ],
)
def test_an_archive_that_would_write_elsewhere_is_refused(
    table: Table, service: Service, hostile: tarfile.TarInfo, told: str
) -> None:
    outside = sorted(table.root.iterdir())
    archive = table.packed((member(f"{TOP}/a"), b"a"), (hostile, b""))
    refused(table, service, archive, told)
    assert {path.name for path in set(table.root.iterdir()) - set(outside)} <= {
        archive.name, f"{archive.name}.sig",
    }  # fmt: skip


def test_an_archive_of_too_many_bytes_or_files_is_refused(
    table: Table, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.releases.archive.MAX_BYTES", 100)
    refused(table, service, table.packed((member(f"{TOP}/a"), b"a" * 101)), "more than one release")
    monkeypatch.setattr("device.releases.archive.MAX_FILES", 2)
    three = [(member(f"{TOP}/{n}"), b"") for n in range(3)]
    refused(table, service, table.packed(*three), "more than one release")
    monkeypatch.setattr("device.releases.upgrading.MAX_ARCHIVE_BYTES", 10)
    refused(table, service, table.archive(), "too large for a release")


@pytest.mark.parametrize(
    ("sums", "told"),
    [(None, "no SHA256SUMS"), ("", "does not list"), (f"{'0' * 64}  pyproject.toml\n", "damaged")],
)
def test_files_other_than_those_listed_are_refused(
    table: Table, service: Service, sums: str | None, told: str
) -> None:
    members = [(member(f"{TOP}/pyproject.toml"), b'[project]\nversion = "1.1.0"\n')]
    if sums is not None:
        members.append((member(f"{TOP}/SHA256SUMS"), sums.encode()))
    refused(table, service, table.packed(*members), told)


def test_what_is_no_archive_is_refused(table: Table, service: Service) -> None:
    archive = table.archive()
    for content in (b"", b"no archive", archive.read_bytes()[:200]):
        archive.write_bytes(content)
        sign(archive, table.key)
        refused(table, service, archive, "can't be unpacked|is empty")


def test_two_at_once_are_one_and_a_refusal(table: Table, service: Service) -> None:
    with locked_releases(table.places):
        refused(table, service, table.archive(), "another upgrade or installation is under way")


def test_a_disk_without_room_for_another_release_is_told_before(
    table: Table, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1, 1, 1000))
    refused(table, service, table.archive(), "MB must be free")


def test_back_is_the_release_before_with_the_data_of_now(table: Table, service: Service) -> None:
    upgrade, _ = table.upgrade(service)
    with pytest.raises(UsageFault, match="no release before this one is kept"):
        upgrade.revert()
    upgrade.install(table.archive())
    (table.data / "schema").write_text("1.0.0")  # a release that left the data unchanged
    (table.data / "words.json").write_text("chosen since")
    table.upgrade(service, "20261127-200000")[0].revert()
    assert table.places.current() == "1"
    assert table.systemd() == {"1.0.0"}
    assert (table.data / "words.json").read_text() == "chosen since"
    table.upgrade(service, "20261127-210000")[0].revert()
    assert table.places.current() == "2"


def test_back_with_data_is_the_release_before_with_the_data_of_then(table: Table, service: Service) -> None:
    before = table.state()
    upgrade, _ = table.upgrade(service)
    upgrade.install(table.archive())
    (table.data / "words.json").write_text("chosen since")
    table.upgrade(service, "20261127-200000")[0].revert(with_data=True)
    assert table.places.current() == "1"
    assert table.state() == before
    assert service.up
    assert (table.data / "replaced-20261127-190000/words.json").read_text() == "chosen since"
    with pytest.raises(UsageFault, match="no release before this one is kept"):
        table.upgrade(service, "20261127-210000")[0].revert()


def test_without_memory_for_a_second_table_the_first_goes_on(
    table: Table, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = table.root / "meminfo"
    memory.write_text("MemTotal:  900000 kB\nMemAvailable:  120000 kB\n")
    monkeypatch.setattr("device.releases.trial._MEMORY", memory)
    refused(table, service, table.archive(), "120 MB are free")


def test_a_full_disk_leaves_the_release_and_the_data_as_they_were(
    table: Table, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full while the data are copied for the trial, while the copy is synced, or while the
    upgrade notes its progress."""

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    archive = table.archive()
    for name in ("data.shutil.copy2", "data.sync", "steps.link", "steps.keep"):
        with monkeypatch.context() as patched:
            patched.setattr(f"device.releases.{name}", full)
            refused(table, service, archive, "No space left on device")
    assert service.starts.count("1.1.0") == 0


def test_what_the_disk_has_no_room_for_is_told_of_the_archive_too(table: Table, service: Service) -> None:
    """The archive can't be written whole. A limit on the size of files stands for the full disk. People
    read the reason."""
    archive = table.archive()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
        with pytest.raises(UsageFault, match="File too large"):
            table.upgrade(service)[0].install(archive)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert unchanged(table, table.state())


def test_a_release_that_hangs_at_its_start_is_given_up(
    table: Table, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.releases.trial.PROGRAM_TIMEOUT_SECONDS", 0.0)
    refused(table, service, table.archive(), "it does not start: it says nothing")
