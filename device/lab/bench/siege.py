"""Attack a table from one address in every way while three phones play a hand. Measure how long the phones
wait for their answers.

The table and the attacker are two other processes. The phones are threads of this process, each with an
address of its own. The table plays the demo with the real reader. The phones open every page, confirm the
turns of their players, and hold a stream.
"""

import json
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from typing import Any, Final

from device.lab.bench import besieged, besiegers

REST_SECONDS: Final = 60.0
"""Seconds of play before the attack begins. At their end the table's memory at rest is measured."""
CALM_SECONDS: Final = 20.0
"""Seconds after the attack in which the stream of each phone must show a newer state."""
REQUEST_INTERVAL_SECONDS: Final = 0.5
"""Seconds between two requests of a phone."""
CHECK_INTERVAL_SECONDS: Final = 0.5
"""Seconds between two checks that the table still runs."""
MAX_TRACE_SECONDS: Final = 30.0
"""Maximum seconds from an accepted tap until the state shows its effect. A tap that takes longer counts as
lost."""
PAGE_PATHS: Final = ("/", "/api/state", "/table.jpg", "/history", "/rules")
TAP_PARTS: Final = (
    "turn",
    "history",
    "ruling",
    "question",
    "proposal",
    "notes",
    "hand",
    "saw",
    "bell",
    "summary",
)
"""The fields of `/api/state` that a tap can change."""
VERSION_PATTERN: Final = re.compile(rb'"version":(\d+)')


@dataclass
class Phone:
    """A simulated phone that uses the table before, during and after the attack. All times are in seconds."""

    port: int
    seat: int
    calm_waits: list[float] = field(default_factory=list)
    """The waiting time in seconds of each request before and after the attack."""
    attack_waits: list[float] = field(default_factory=list)
    """The waiting time of each request during the attack. A request without an answer counts as infinite."""
    answers: Counter[str] = field(default_factory=Counter)
    """The number of requests by the HTTP status of the answer, or by the name of the error."""
    accepted_taps: int = 0
    """The number of taps that the table accepted."""
    lost_taps: int = 0
    """The number of accepted taps whose effect did not show in time."""
    broken_streams: int = 0
    """The number of times that the phone's stream broke."""
    version: int = 0
    """The version of the newest snapshot that arrived on the stream."""
    headers: dict[str, str] = field(default_factory=dict)
    stop: threading.Event = field(default_factory=threading.Event)
    """The event that is set when the phone's threads must end."""
    under_attack: threading.Event = field(default_factory=threading.Event)
    """The event that is set while the attack is running."""

    @property
    def address(self) -> str:
        """The phone's own address, from which its requests come."""
        return f"127.0.0.{10 + self.seat}"

    def request(
        self, method: str, path: str, data: bytes = b"", **headers: str
    ) -> tuple[HTTPResponse, bytes]:
        """Send a request, and note the status and the time of its answer. Return the answer and its body."""
        began = time.perf_counter()
        line = HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(self.address, 0))
        line.request(method, path, data or None, {**self.headers, **headers})
        answer = line.getresponse()
        read = answer.read()
        line.close()
        (self.attack_waits if self.under_attack.is_set() else self.calm_waits).append(
            time.perf_counter() - began
        )
        self.answers[str(answer.status)] += 1
        return answer, read

    def take_seat(self) -> None:
        """Wait until the match has begun, and take the seat."""
        while not json.loads(self.request("GET", "/api/state")[1]).get("players"):
            time.sleep(0.2)
        answer, page = self.request("GET", "/join", Accept="text/html")
        token = re.search(rb'name="csrf" value="(\w+)"', page)
        assert token, "the page has a form"
        cookie = (answer.getheader("Set-Cookie") or "").split(";")[0]
        self.headers = {"Cookie": cookie, "X-CSRF-Token": token[1].decode()}
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        answer, _ = self.request("POST", "/join/sit", b"seat=%d" % self.seat, **form)
        assert answer.status == 303, "the seat is free"

    def play(self) -> None:
        """Until `stop` is set, open one page after another, and confirm the turns of the phone's player."""
        number = self.seat
        while not self.stop.wait(REQUEST_INTERVAL_SECONDS):
            try:
                _, page = self.request("GET", PAGE_PATHS[number % len(PAGE_PATHS)])
                if PAGE_PATHS[number % len(PAGE_PATHS)] == "/api/state":
                    self._act(json.loads(page))
            except (OSError, HTTPException) as fault:
                self.answers[type(fault).__name__] += 1
                self.attack_waits.append(float("inf"))
            number += 1

    def _act(self, state: dict[str, Any]) -> None:
        mine = state.get("turn") == self.seat and state.get("may_confirm")
        route = "confirm" if mine else "next" if state.get("reckoning") else None
        if route is None:
            return
        answer, _ = self.request("POST", f"/api/{route}", b"{}", **{"Content-Type": "application/json"})
        if answer.status != 202:
            return
        self.accepted_taps += 1
        self.lost_taps += not self._takes_effect(state)

    def _takes_effect(self, before: dict[str, Any]) -> bool:
        until = time.monotonic() + MAX_TRACE_SECONDS
        while time.monotonic() < until:
            _, page = self.request("GET", "/api/state")
            now = json.loads(page)
            if any(now.get(name) != before.get(name) for name in TAP_PARTS):
                return True
            time.sleep(0.1)
        return False

    def hold_stream(self) -> None:
        """Until `stop` is set, hold a stream. Open a new stream whenever the old one breaks."""
        while not self.stop.is_set():
            try:
                self._read_stream()
            except (OSError, HTTPException):
                self.broken_streams += 1

    def _read_stream(self) -> None:
        line = HTTPConnection("127.0.0.1", self.port, timeout=30, source_address=(self.address, 0))
        line.request("GET", "/events")
        for row in iter(line.getresponse().readline, b""):
            if found := VERSION_PATTERN.search(row):
                self.version = int(found[1])
            if self.stop.is_set():
                line.close()
                return
        self.broken_streams += 1


@dataclass
class Memory:
    """Measure the resident memory of a process with its children, in MB."""

    process: int
    """The process number (PID) of the process to measure."""
    peak_megabytes: float = 0.0
    """The largest memory that `watch` has measured so far, MB."""
    stop: threading.Event = field(default_factory=threading.Event)
    """The event that is set when `watch` must return."""

    def resident_megabytes(self) -> float:
        """Return the present memory, MB. Memory that several processes share counts once for each of them."""
        return sum(_resident(one) for one in (self.process, *_started_by(self.process))) / 1024

    def watch(self) -> None:
        """Measure the memory ten times a second until `stop` is set, and note the maximum."""
        while not self.stop.wait(0.1):
            self.peak_megabytes = max(self.peak_megabytes, self.resident_megabytes())


def _started_by(process: int) -> Iterator[int]:
    """Yield the process numbers (PID) of the process's children, of their children, and so on."""
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            for child in map(int, thread.read_text().split()):
                yield child
                yield from _started_by(child)


def _resident(process: int) -> int:
    """Return the resident memory of a process in kB; 0 if the process has ended."""
    with suppress(OSError):
        rows = Path(f"/proc/{process}/status").read_text().splitlines()
        return next((int(row.split()[1]) for row in rows if row.startswith("VmRSS:")), 0)
    return 0


def measure(seconds: float, seed: int) -> dict[str, Any]:
    """Attack a table for `seconds`. Return the phones' waiting times, their answers, and the table's memory.
    The result is empty if the system does not report memory."""
    if not Path("/proc/self/status").exists():
        return {}
    with (
        tempfile.TemporaryDirectory(prefix="lexicon-table-") as folder,
        at_table(folder, seed) as (table, port, pin),
    ):
        phones = [Phone(port, seat) for seat in range(3)]
        for phone in phones:
            phone.take_seat()
        memory = Memory(table.pid)
        acting = [threading.Thread(target=act) for phone in phones for act in (phone.play, phone.hold_stream)]
        watching = threading.Thread(target=memory.watch)
        for thread in acting:
            thread.start()
        time.sleep(REST_SECONDS)
        rest = memory.resident_megabytes()
        watching.start()
        for phone in phones:
            phone.under_attack.set()
        attack = [sys.executable, "-m", besiegers.__name__, str(port), pin, str(seconds)]
        output = _run_attack(table, attack)
        for phone in phones:
            phone.under_attack.clear()
        after = _count_current(phones)
        memory.stop.set()
        for phone in phones:
            phone.stop.set()
        for thread in (*acting, watching):
            thread.join()
        left = memory.resident_megabytes()
    return {
        "seconds": seconds,
        "before, ms p50, p99, worst": _cuts([one for phone in phones for one in phone.calm_waits]),
        "besieged, ms p50, p99, worst": _cuts([one for phone in phones for one in phone.attack_waits]),
        "answers": dict(sorted(sum((phone.answers for phone in phones), Counter()).items())),
        "taps taken": sum(phone.accepted_taps for phone in phones),
        "taps lost": sum(phone.lost_taps for phone in phones),
        "streams broken": sum(phone.broken_streams for phone in phones),
        "phones told the truth afterwards": after,
        "MB at rest, most over rest, left over": [
            round(mb) for mb in (rest, memory.peak_megabytes - rest, left - rest)
        ],
        "the attacker": json.loads(output),
    }


def _run_attack(table: "subprocess.Popen[str]", attack: Sequence[str]) -> str:
    """Run the command `attack`, and return what the attacker prints. Raise RuntimeError if the table stops
    before the attack ends."""
    with subprocess.Popen(attack, stdout=subprocess.PIPE, text=True) as attacker:
        while attacker.poll() is None:
            if table.poll() is not None:
                attacker.kill()
                raise RuntimeError("the table stopped while it was besieged")
            time.sleep(CHECK_INTERVAL_SECONDS)
        assert attacker.stdout is not None
        if attacker.returncode:
            raise subprocess.CalledProcessError(attacker.returncode, attack)
        return attacker.stdout.read()


def _count_current(phones: Sequence[Phone]) -> int:
    """Return the number of phones whose stream shows a new state of the table.

    Wait until all streams show a newer snapshot than any phone had at the call, for at most `CALM_SECONDS`.
    """
    version = max(phone.version for phone in phones)
    until = time.monotonic() + CALM_SECONDS
    while time.monotonic() < until:
        if all(phone.version > version for phone in phones):
            break
        time.sleep(0.1)
    return sum(phone.version > version for phone in phones)


def _cuts(taken: Sequence[float]) -> list[float]:
    cuts = statistics.quantiles(taken, n=100)
    return [round(1000 * each, 1) for each in (cuts[49], cuts[98], max(taken))]


@contextmanager
def at_table(folder: str, seed: int) -> Iterator[tuple["subprocess.Popen[str]", int, str]]:
    """Run a table in `folder` as a process. Yield the process, its port and its PIN. Terminate the process at
    the end."""
    command = [sys.executable, "-m", besieged.__name__, folder, str(seed)]
    table = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert table.stdout is not None
        port, pin = json.loads(table.stdout.readline())
        yield table, port, pin
    finally:
        table.terminate()
        table.wait(30)
