"""Test the traffic of the program, as the kernel sees it: no packet leaves the local network."""

import ipaddress
import os
import re
import selectors
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from device.network import DOCUMENTATION_ADDRESSES
from tests.deploy.unit import refused_calls

ROOT: Final = Path(__file__).parents[2]
SCENE: Final = ROOT / "tests" / "vision" / "scenes" / "border-band.jpg"
CALLS: Final = "connect,sendto,sendmsg,sendmmsg"
WAIT: Final = 300.0
"""The longest time to wait for output of the program, seconds."""
AT_TABLE: Final = 14.0
"""The time for which a phone listens to its table, seconds. It is long enough to notice calls that begin
late: ONNX Runtime once contacted its maker nine seconds after it was loaded."""
MULTICAST_NAMES: Final = {("224.0.0.251", 5353), ("ff02::fb", 5353)}
"""The addresses at which a table announces its name to its own network (RFC 6762)."""
PEER: Final = re.compile(
    r'sin_port=htons\((?P<port>\d+)\), sin_addr=inet_addr\("(?P<four>[\d.]+)"\)'
    r'|sin6_port=htons\((?P<port6>\d+)\).*?inet_pton\(AF_INET6, "(?P<six>[^"]+)"'
)

DONE_WITHOUT: Final = {"fchown", "mbind", "sched_setaffinity"}
"""System calls that the service refuses and the program can do without. SQLite tries `fchown` as root,
OpenBLAS `mbind` for the memory of several processors, ONNX Runtime `sched_setaffinity` to bind threads to
cores."""

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")


def outsiders(trace: str) -> list[str]:
    """Return the lines of a trace in which the program tries to leave the house: to reach an address
    outside this machine, or the name service. A table's announcement of its own name is allowed."""
    return [line for line in trace.splitlines() if (peer := PEER.search(line)) and not _local(line, peer)]


def _local(line: str, peer: re.Match[str]) -> bool:
    host, port = peer["four"] or peer["six"], int(peer["port"] or peer["port6"])
    # A connected datagram socket sends nothing: the table only asks for its own address.
    if (host, port) in DOCUMENTATION_ADDRESSES and "connect(" in line:
        return True
    return port != 53 and (ipaddress.ip_address(host).is_loopback or (host, port) in MULTICAST_NAMES)


def refused(trace: str) -> set[str]:
    """Return the names of the system calls in a trace that were refused, as the service would refuse them."""
    return set(re.findall(r"(\w+)\(.*\(INJECTED\)$", trace, re.MULTILINE))


@contextmanager
def traced(
    tmp_path: Path, *arguments: str, refusing: Sequence[str] = ()
) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    """Run the program under strace, with `tmp_path` as its home, and stop it at the end. Provide the
    program and its trace. The system calls in `refusing` fail as in the service."""
    trace, calls = tmp_path / "trace", ",".join((CALLS, *(f"?{call}" for call in refusing)))
    command = ["strace", "-f", "--seccomp-bpf", "-s", "200", "-e", f"trace={calls}", "-o", str(trace)]
    if refusing:
        command += ["-e", f"inject={','.join(f'?{call}' for call in refusing)}:error=EPERM"]
    home = {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "ORT_"))}
    program = subprocess.Popen(
        [*command, sys.executable, "-m", "device.cli", *arguments],
        env=clean | home,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        yield program, trace
    finally:
        if program.poll() is None:
            # Stop the program as its service does. A program that a shell starts in the background ignores
            # SIGINT.
            os.killpg(program.pid, signal.SIGTERM)
        try:
            program.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(program.pid, signal.SIGKILL)
            program.communicate()


def address_of(program: subprocess.Popen[str]) -> str:
    """Return the page's address, once the program has printed it."""
    assert program.stdout is not None
    end, said = time.monotonic() + WAIT, ""
    with selectors.DefaultSelector() as waiting:
        waiting.register(program.stdout, selectors.EVENT_READ)
        while time.monotonic() < end:
            if waiting.select(timeout=1):
                said += os.read(program.stdout.fileno(), 65536).decode()
            if found := re.search(r"http://(?:127\.0\.0\.1|localhost):\d+/", said):
                return found[0]
            assert program.poll() is None, said
    raise AssertionError(said)


def listen(address: str) -> None:
    """Hold a phone's stream of events open for `AT_TABLE` seconds."""
    end = time.monotonic() + AT_TABLE
    with urllib.request.urlopen(f"{address}events", timeout=AT_TABLE) as stream, suppress(TimeoutError):
        while time.monotonic() < end:
            assert stream.readline()


FOUR: Final = (
    'connect(5, {{sa_family=AF_INET, sin_port=htons({port}), sin_addr=inet_addr("{host}")}}, 16) = 0'
)
SIX: Final = (
    "connect(5, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), "
    'inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28) = 0'
)


def test_an_outsider_is_told_from_the_house() -> None:
    """Looking a name up and reaching an outside address are found in a trace. Connections to this machine
    are not."""
    asks = FOUR.format(port=53, host="127.0.0.53").replace("connect", "sendto")
    calls = FOUR.format(port=443, host="198.51.100.7")
    home = FOUR.format(port=8080, host="127.0.0.1")
    (host, port), (_, port_of_six) = DOCUMENTATION_ADDRESSES
    probe = FOUR.format(port=port, host=host)
    probe_of_six = SIX.replace("htons(443)", f"htons({port_of_six})")
    sends = probe.replace("connect", "sendto")
    seen = (asks, calls, SIX, home, probe, probe_of_six, sends)
    assert outsiders("\n".join(seen)) == [asks, calls, SIX, sends]


def test_reading_a_photograph_reaches_nobody(tmp_path: Path) -> None:
    with traced(tmp_path, "read", str(SCENE), "--json", refusing=refused_calls()) as (program, trace):
        said, _ = program.communicate(timeout=WAIT)
        assert '"cards"' in said
    assert refused(trace.read_text()) <= DONE_WITHOUT
    assert outsiders(trace.read_text()) == []
    assert list(tmp_path.rglob("*deviceid*")) == []


DEMO: Final = ("demo", "--speed", "8", "--host", "127.0.0.1")
PLAY: Final = ("play", "--settings", "table.toml", "--pins", "none")


def test_a_table_reaches_nobody(tmp_path: Path) -> None:
    """Two tables run under strace: the demo, and a table with a camera. Phones listen, a page is requested,
    and cards are read. No table leaves the house, and no table needs a system call that the service
    refuses."""
    homes = {arguments: tmp_path / arguments[0] for arguments in (DEMO, PLAY)}
    with ExitStack() as tables:
        started = {}
        for arguments, home in homes.items():
            home.mkdir()
            furnish(home)
            running = traced(home, *arguments, "--port", "0", "--data", "table", refusing=refused_calls())
            started[arguments] = tables.enter_context(running)
        phones = [address_of(program) for program, _ in started.values()]
        for address in phones:
            with urllib.request.urlopen(address, timeout=60) as page:
                assert page.status == 200
        with ThreadPoolExecutor(len(phones)) as people:
            list(people.map(listen, phones))
    for arguments, (_, trace) in started.items():
        assert outsiders(trace.read_text()) == [], arguments
        assert refused(trace.read_text()) <= DONE_WITHOUT, arguments
    assert list(tmp_path.rglob("*deviceid*")) == []


def furnish(home: Path) -> None:
    """Make a folder of one picture for a camera, and the settings that name it."""
    shutil.copytree(
        SCENE.parent, home / "seen", ignore=lambda _, names: {n for n in names if n != SCENE.name}
    )
    settings = '[game]\nplayers = ["Anne", "Ben"]\n[camera]\nsource = "seen"\n[web]\nhost = "127.0.0.1"\n'
    (home / "table.toml").write_text(settings)
