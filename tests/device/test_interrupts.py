"""Test that every signal that ends a program closes the program's resources."""

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from device.interrupts import signals_interrupt

ROOT = Path(__file__).parents[2]

HOLDING = '''"""Hold something open."""
import signal
from pathlib import Path
import click

@click.command()
@click.argument("place", type=Path)
def command(place):
    """Hold `place` open."""
    place.write_text("open")
    try:
        print("holding", flush=True)
        signal.pause()
    finally:
        signal.raise_signal(signal.SIGHUP)  # another signal comes during the closing
        place.write_text("closed")
'''

RUNNING = """
import sys
from pathlib import Path
from device.cli import Commands
sys.path.insert(0, sys.argv[1])
folder = Path(sys.argv[1]) / "held_commands"
Commands(name="lexicon-table", homes=[(folder, "held_commands")]).main(sys.argv[2:])
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_every_command_closes_what_it_holds(tmp_path: Path, number: signal.Signals) -> None:
    (tmp_path / "held_commands").mkdir()
    (tmp_path / "held_commands" / "hold.py").write_text(HOLDING)
    place = tmp_path / "place"
    with subprocess.Popen(
        [sys.executable, "-c", RUNNING, str(tmp_path), "hold", str(place)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "holding\n"
        program.send_signal(number)
        _, said = program.communicate(timeout=30)
    assert place.read_text() == "closed"
    assert (program.returncode, said.lstrip()) == (130, "lexicon-table: stopped\n")


def test_a_demo_whose_terminal_is_closed_leaves_nothing_open(tmp_path: Path) -> None:
    ours, terminal = pty.openpty()
    line = [
        sys.executable,
        "-m",
        "device.cli",
        "demo",
        "--port",
        "0",
        "--data",
        str(tmp_path / "data"),
        "--panel",
    ]
    with subprocess.Popen(
        [*line, "--host", "127.0.0.1"],
        cwd=ROOT,
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
        preexec_fn=_owns_terminal,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")},
    ) as program:
        os.close(terminal)
        said = b""
        while b"The table is at" not in said:
            said += os.read(ours, 1000)
        os.close(ours)
        program.wait(60)
    left = {path.name for path in (tmp_path / "data").iterdir()}
    assert "journal.db" in left
    assert not left & {"journal.db-wal", "journal.db-shm"}
    assert not (tmp_path / "state").exists()  # no report of an internal error


def _owns_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def test_what_is_to_be_ignored_is_ignored_still() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with signals_interrupt():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


def test_afterwards_all_is_as_before() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), signals_interrupt():
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before
