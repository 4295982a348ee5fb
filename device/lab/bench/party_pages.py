"""Run a party's hub and gateways by the commands that people use, with phones that speak HTTP to them."""

import http.client
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from device.party.party_folder import invite
from device.party.people import invented_names
from device.party.secret import secret_of
from device.ports import free_port
from engine.party import SEATS_PER_TABLE
from web.party.codes import address

_KEYS: Final = count()
_PATIENCE_SECONDS: Final = 60.0
_ACCEPTED_STATUS, _UNAVAILABLE_STATUS = 202, 503


@dataclass(frozen=True, slots=True)
class Machine:
    """A hub or a gateway that runs as a process and serves pages at `port`. `secret` is the party's
    secret."""

    port: int
    pid: int
    secret: bytes

    def seat(self, number: int) -> tuple[str, int]:
        """Return the web path and the seat of player `number` (from 0). The path is that of the table's code,
        which the player's phone scans. The seat is counted from 0."""
        return address(self.secret, "table", number // SEATS_PER_TABLE), number % SEATS_PER_TABLE


@contextmanager
def hub(folder: Path, tables: int) -> Iterator[Machine]:
    """Run the hub of a party with `tables` full tables. The party is in its first round. The hub's files are
    in `folder`."""
    names, data = folder / "names.csv", folder / "party"
    names.write_text("\n".join(invented_names(SEATS_PER_TABLE * tables)))
    port, broker = free_port(), free_port()
    arguments = ("--names", names, "--data", data, "--port", port, "--broker-port", broker)
    with _start("Ctrl-C", *map(str, arguments)) as process:
        yield Machine(port, process.pid, secret_of(data))


@contextmanager
def gateway(folder: Path, home: Machine, name: str) -> Iterator[Machine]:
    """Run a gateway, called `name`, for the party whose hub is `home`. Its files are in `folder`."""
    port = free_port()
    code = f"http://127.0.0.1:{home.port}/m/{invite(folder / 'party', f'door/{name}', time.time())}"
    arguments = ("--door", code, "--data", folder / name, "--port", port)
    with _start("The room's screen", *map(str, arguments)) as process:
        yield Machine(port, process.pid, home.secret)


class Phone:
    """A phone whose player has scanned the code of a table and taken a seat.

    `port` is the port of a `Machine`, and `seat` a result of `Machine.seat`.
    """

    def __init__(self, port: int, seat: tuple[str, int]) -> None:
        self._port, self._cookie = port, ""
        path, at = seat
        page = self._request("GET", path)
        player = re.findall(r'name="player" value="([^"]+)"', page)[at]
        self._token = re.findall(r'name="csrf" value="(\w+)"', page)[0]
        self._request("POST", path, csrf=self._token, player=player)
        self._token = re.findall(r'name="csrf" value="(\w+)"', self._request("GET", "/"))[0]

    def report_ready(self, *, is_ready: bool) -> None:
        """Report that the table is ready if `is_ready` is true, otherwise that it is not ready. Wait until
        the machine has taken the report."""
        self._request("POST", "/ready", 0, **self._form(is_ready))

    @contextmanager
    def reporting_ready(self, *, is_ready: bool) -> Iterator[None]:
        """Send the report of `report_ready`. After the caller's `with` block, wait until the machine has
        taken it.

        If the machine answers that no hub is there, the phone reports again, as people do.
        """
        form = urlencode(self._form(is_ready))
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=_PATIENCE_SECONDS)
        line.request("POST", "/ready", form, self._headers())
        yield
        while (answer := line.getresponse()).status != _ACCEPTED_STATUS:
            assert answer.status == _UNAVAILABLE_STATUS, answer.read()
            answer.read()
            line.request("POST", "/ready", form, self._headers())
        line.close()

    def open_stream(self, port: int, page: str) -> socket.socket:
        """Return a connection to the machine at `port`, on which the events of the live page `page`
        arrive."""
        line = socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE_SECONDS)
        request = (
            f"GET /events?of={page} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {self._cookie}\r\n\r\n"
        )
        line.sendall(request.encode())
        return line

    def clock_lead_seconds(self, port: int) -> float:
        """Return the seconds by which the hub's clock is ahead of this machine's. The machine at `port` is
        asked once, and the result is computed as in the script of a page."""
        started = time.perf_counter()
        shows = float(json.loads(self._request("GET", "/api/clock", port=port))["shows"])
        return shows - (started + time.perf_counter()) / 2

    def _form(self, is_ready: bool) -> dict[str, str]:
        yes = str(is_ready).lower()
        return {"csrf": self._token, "key": f"key-of-tap-{next(_KEYS)}", "round": "1", "ready": yes}

    def _headers(self) -> dict[str, str]:
        form = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        return {"Cookie": self._cookie, **form}

    def _request(self, method: str, path: str, port: int = 0, **fields: str) -> str:
        line = http.client.HTTPConnection("127.0.0.1", port or self._port, timeout=_PATIENCE_SECONDS)
        line.request(method, path, urlencode(fields) if fields else None, self._headers())
        answer = line.getresponse()
        text = answer.read().decode()
        assert answer.status < 400, f"{path}: {text[:200]}"
        if (cookie := answer.getheader("Set-Cookie")) is not None:
            self._cookie = cookie.partition(";")[0]
        line.close()
        return text


@contextmanager
def _start(last: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Start `lexicon-table party` with `arguments` as a process, and yield the process when it has printed a
    line that begins with `last`. Terminate the process when the context ends."""
    command = [sys.executable, "-u", "-m", "device.cli", "party", "--host", "127.0.0.1", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert process.stdout is not None
        lines = list[str]()
        for line in process.stdout:
            lines.append(line)
            if line.startswith(last):
                break
        else:
            raise AssertionError("".join(lines))
        yield process
    finally:
        # A hub that is killed leaves its broker behind, which still writes into the folder.
        process.terminate()
        process.communicate()
