"""Test the emulated machine with a stand-in for the emulator: its options, and the results of commands in
it."""

from pathlib import Path

import pytest

from deploy.image.guest import Guest, GuestError


@pytest.fixture
def guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Guest:
    """Return a guest whose `qemu` and `ssh` are scripts that note how they are called."""
    programs = tmp_path / "programs"
    programs.mkdir()
    script(programs / "qemu-system-aarch64", f'echo "$@" >{tmp_path}/called; exec sleep 600')
    script(programs / "qemu-img", f'for disk; do :; done; touch "$disk"; echo "$@" >{tmp_path}/made')
    script(programs / "ssh", 'for command; do :; done; exec sh -c "$command"')
    (tmp_path / "arch").write_text("arm64\n")
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    return Guest(tmp_path, tmp_path / "key", 18240, memory=512, cpu="cortex-a53")


def script(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_what_it_writes_goes_into_a_file_of_its_own(guest: Guest, tmp_path: Path) -> None:
    guest.reset_disk()
    made = (tmp_path / "made").read_text().split()
    assert made[-1] == str(guest.disk)
    assert made[made.index("-b") + 1] == str(tmp_path / "disk.img")


def test_a_guest_that_is_on_is_not_switched_on_again(guest: Guest) -> None:
    """An emulated machine that is on can't be switched on again. QEMU could not open its card a second
    time, and the test would talk to the old machine."""
    guest.switch_on()
    try:
        with pytest.raises(GuestError, match="on already"):
            guest.switch_on(from_saved=True)
    finally:
        guest.cut_power()
    guest.switch_on(from_saved=True)
    guest.cut_power()


def test_a_cut_leaves_nothing_of_it(guest: Guest) -> None:
    guest.switch_on()
    emulator = guest._emulator
    assert emulator is not None
    guest.cut_power()
    assert emulator.returncode == -9
    guest.cut_power()


def test_a_moment_is_saved_and_gone_on_from(guest: Guest, tmp_path: Path) -> None:
    with pytest.raises(GuestError, match="the guest is off"):
        guest.save()
    script(
        tmp_path / "programs/qemu-system-aarch64",
        f"""echo "$@" >{tmp_path}/called
        echo '{{"QMP": {{}}}}'
        while read -r line; do
            echo "$line" >>{tmp_path}/asked
            echo '{{"event": "STOP"}}'
            case $line in *savevm*) cat {tmp_path}/answer ;; *) echo '{{"return": {{}}}}' ;; esac
        done""",
    )
    (tmp_path / "answer").write_text('{"return": ""}\n')
    guest.switch_on()
    guest.save()
    assert "savevm saved" in (tmp_path / "asked").read_text()
    assert "-loadvm" not in (tmp_path / "called").read_text()
    (tmp_path / "answer").write_text('{"return": "Error: no room\\r\\n"}\n')
    guest.switch_on(from_saved=True)
    with pytest.raises(GuestError, match="savevm: Error: no room"):
        guest.save()
    assert "-loadvm saved" in (tmp_path / "called").read_text()
    guest.cut_power()


def test_a_command_s_output_and_its_failure_are_told(guest: Guest) -> None:
    assert guest.run("echo up") == "up\n"
    assert guest.run_any("echo wrong; exit 2") == (2, "wrong\n")
    with pytest.raises(GuestError, match="status 4: no such thing"):
        guest.run("echo no such thing >&2; exit 4")


def test_a_file_is_sent_as_it_is(guest: Guest, tmp_path: Path) -> None:
    content = bytes(range(256))
    guest.send(content, str(tmp_path / "sent"))
    assert (tmp_path / "sent").read_bytes() == content
    with pytest.raises(GuestError):
        guest.send(content, str(tmp_path / "no such folder/sent"))


def test_a_guest_that_is_off_is_not_waited_for(guest: Guest) -> None:
    with pytest.raises(GuestError, match="the page: the guest is off"):
        guest.wait("the page", lambda: False)


def test_a_page_that_does_not_answer_has_no_state(guest: Guest) -> None:
    assert guest.state() is None
