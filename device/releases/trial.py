"""Try a new release on a copy of the table's data. It must read pictures, start, and count the same scores as
the release in use.

All checks run in other processes, so that no code of the new release is loaded into the old one.
"""

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

from device.errors import UsageFault
from device.ports import free_port
from device.releases.guard import check_answer
from device.releases.places import NAME
from device.releases.run_as_user import PROGRAM_TIMEOUT_SECONDS, User

GOLDEN: Final = "deploy/golden"
"""The path, in a release, of the folder with the pictures that the release must read. The name of each is the
word in it."""
MIN_FREE_KILOBYTES: Final = 300_000
"""The memory that must be free for a second table beside the running one, kB. A table at rest takes 250 000
to 365 000 kB, of which a third is shared."""
_MEMORY: Final = Path("/proc/meminfo")
_AVAILABLE: Final = re.compile(r"^MemAvailable:\s+(\d+) kB$", re.MULTILINE)
_END_TIMEOUT_SECONDS: Final = 20.0
"""The longest wait for the end of the tried table, seconds. Then it is killed."""


def examine(release: Path, copies: Sequence[Path], settings: Path, user: User, *, as_before: bool) -> None:
    """Try `release`. It must read its pictures, start with the table's data, and count the same scores as the
    release in use. Raise UsageFault with the reason if it does not.

    `copies` are copies of the table's folder, and of a hub's party if there is one. The release may change
    them. `as_before` is true if the settings file can't be read. Then the release may start with the settings
    of an earlier start.
    """
    _has_memory(_MEMORY)
    data = copies[0]
    counted = [_scores(Path(sys.executable), one, user) for one in copies]
    _reads(release, data, user)
    _starts(release, data, settings, user, as_before=as_before)
    for data_copy, before in zip(copies, counted, strict=True):
        if _scores(release / ".venv/bin/python", data_copy, user) != before:
            whose = "table" if data_copy == data else "party"
            raise UsageFault(f"it counts other scores from the {whose}'s journal")


def _has_memory(file: Path) -> None:
    """Raise UsageFault if too little memory is free for a second table. `file` is the kernel's report on
    memory, such as /proc/meminfo."""
    memory_match = _AVAILABLE.search(file.read_text("ascii")) if file.exists() else None
    if memory_match is not None and int(memory_match[1]) < MIN_FREE_KILOBYTES:
        raise UsageFault(
            f"a trial needs {MIN_FREE_KILOBYTES // 1000} MB of memory, and {int(memory_match[1]) // 1000} MB "
            f"are free. Stop the table before: sudo systemctl stop {NAME}"
        )


def _scores(python: Path, data: Path, user: User) -> object:
    try:
        match_scores: object = json.loads(
            user.run(python, "-m", "device.releases.scores", data, state=data.parent)
        )
    except ValueError as fault:
        raise UsageFault(f"{data}: the scores in its journal can't be told") from fault
    return match_scores


def _reads(release: Path, data: Path, user: User) -> None:
    pictures = sorted((release / GOLDEN).glob("*.*"))
    if not pictures:
        raise UsageFault(f"{release / GOLDEN}: no pictures to read are there")
    program = release / f".venv/bin/{NAME}"
    output = user.run(program, "read", "--json", "--data", data, *pictures, state=data.parent)
    try:
        lines = [json.loads(line) for line in output.splitlines()]
        read = [" ".join(word["text"] for word in line["words"]).upper() for line in lines]
    except (ValueError, KeyError, TypeError) as fault:
        raise UsageFault("its reading of pictures can't be understood") from fault
    expected = [picture.stem for picture in pictures]
    if read != expected:
        raise UsageFault(f"it reads {', '.join(read) or 'nothing'} where {', '.join(expected)} lies")


def _starts(release: Path, data: Path, settings: Path, user: User, *, as_before: bool) -> None:
    """Start the table of `release` without camera and pins, on a free port of this machine. Raise UsageFault
    if it does not start, or if its page does not answer."""
    with ExitStack() as closing_all:
        listening = closing_all.enter_context(
            closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC))
        )
        socket_name = f"{NAME}-upgrade-{os.getpid()}"
        listening.bind(f"\0{socket_name}")
        port = free_port()
        arguments = [
            release / f".venv/bin/{NAME}", "play", "--host", "127.0.0.1", "--port", port, "--camera", "none",
            "--pins", "none", "--data", data, *(["--settings", settings] if settings.exists() else []),
            *(["--as-before"] if as_before else []),
        ]  # fmt: skip
        how = user.settings(data.parent)
        how["env"]["NOTIFY_SOCKET"] = f"@{socket_name}"
        log = closing_all.enter_context((release / "trial.log").open("w+b"))
        try:
            table = subprocess.Popen(
                [str(word) for word in arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log, **how
            )
        except OSError as fault:
            raise UsageFault(f"it does not start: {fault.filename}: {fault.strerror}") from fault
        closing_all.callback(_end, table)
        if not _is_ready(table, listening):
            log.seek(0)
            lines = [line for line in log.read().decode(errors="replace").splitlines() if line.strip()]
            raise UsageFault(f"it does not start: {lines[-1] if lines else 'it says nothing'}")
        check_answer(f"http://127.0.0.1:{port}/")


def _is_ready(table: subprocess.Popen[bytes], listening: socket.socket) -> bool:
    """Return True as soon as the table reports that it is ready. Return False if it ends or takes too
    long."""
    until = time.monotonic() + PROGRAM_TIMEOUT_SECONDS
    ended = os.pidfd_open(table.pid)
    try:
        while True:
            left = max(until - time.monotonic(), 0)
            readable, _, _ = select.select([listening.fileno(), ended], [], [], left)
            if listening.fileno() not in readable:
                return False
            if b"READY=1" in listening.recv(4096):
                return True
    finally:
        os.close(ended)


def _end(table: subprocess.Popen[bytes]) -> None:
    table.send_signal(signal.SIGTERM)
    try:
        table.wait(_END_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired:
        table.kill()
        table.wait()
