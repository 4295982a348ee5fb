"""Run Debian's Mosquitto with a party's configuration, in its own folder."""

import getpass
import json
import resource
import secrets
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Final

from device.errors import UsageFault, disk_fault
from device.party.access import Command
from device.party.access_file import access_file
from device.party.stations import Credential
from device.ports import free_port

ADMIN: Final = "admin"
"""The account that creates all other accounts. This account has no other right."""
MOSQUITTO_PACKAGE: Final = "mosquitto"
_PROGRAM_FOLDERS: Final = ("/usr/sbin", "/usr/local/sbin", "/usr/bin")
"""Folders of system programs, which may be missing in a person's PATH."""
_PLUGIN: Final = "mosquitto_dynamic_security.so"
_END_WITH_PARENT: Final = ("setpriv", "--pdeathsig", "TERM")
"""Beginning of a command line with which the kernel ends the program when its parent is killed."""
_START_SECONDS: Final = 20.0
"""Maximum seconds to wait until a started broker accepts connections, also on a busy machine."""
_END_SECONDS: Final = 3.0
"""Maximum seconds to wait until an ending broker has freed its port. If it takes longer, another program is
taken to use the port."""


@dataclass(frozen=True, slots=True)
class Address:
    """The broker's address. `ca` is the certificate (PEM) of the authority that signed the broker's
    certificate; empty without encryption."""

    host: str
    port: int
    ca: str = ""

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


def mosquitto_path() -> Path:
    """Return the path of Mosquitto. Raise UsageFault when it is not installed."""
    program = shutil.which(MOSQUITTO_PACKAGE) or shutil.which(
        MOSQUITTO_PACKAGE, path=":".join(_PROGRAM_FOLDERS)
    )
    if program is None:
        raise UsageFault(
            f"Mosquitto is not installed. Install it with: sudo apt-get install {MOSQUITTO_PACKAGE}"
        )
    return Path(program)


def plugin_path() -> Path:
    """Return the path of Mosquitto's dynamic security plugin. Raise UsageFault if it is missing."""
    # Debian installs it in /usr/lib/TRIPLET. A search of all folders takes a hundred times longer.
    for depth in ("", "*/", "**/"):
        for folder in ("/usr/lib", "/usr/local/lib"):
            for found in sorted(Path(folder).glob(f"{depth}{_PLUGIN}")):
                return found
    raise UsageFault(
        f"Mosquitto lacks its plugin {_PLUGIN}. Install Debian's: sudo apt-get install {MOSQUITTO_PACKAGE}"
    )


def authority_certificate(tls: Path) -> str:
    """Return the certificate of the authority in a folder that `deploy/party-tls.sh` made. Raise UsageFault
    if the folder has no certificate."""
    path = tls / "ca.crt"
    try:
        text = path.read_text()
        ssl.create_default_context(cadata=text)
    except (ssl.SSLError, UnicodeDecodeError) as fault:
        raise UsageFault(f"{path}: no certificate. Make one with: deploy/party-tls.sh {tls}") from fault
    except FileNotFoundError as fault:
        raise UsageFault(f"{path} is missing. Make it with: deploy/party-tls.sh {tls}") from fault
    except OSError as fault:
        raise disk_fault(path, fault) from fault
    return text


def configuration(folder: Path, address: Address, tls: Path | None = None) -> str:
    """Return the configuration of a broker that stores its files in `folder`. The broker's certificate
    and key are in the folder `tls`. Without `tls` the broker does not encrypt."""
    text = resources.files("device.party").joinpath("mosquitto.conf").read_text()
    if tls is not None:
        text += "\n# Encrypted.\ncertfile {tls}/broker.crt\nkeyfile {tls}/broker.key\n"
    return text.format(
        user=getpass.getuser(),
        port=address.port,
        address=address.host,
        folder=folder,
        plugin=plugin_path(),
        tls=tls and tls.resolve(),
    )


class Broker:
    """Run a broker in `folder`, at `address`.

    The commands `todo` create the broker's accounts. The account `admin` can create further accounts. The
    password of `admin` is `password`, or a random one if `password` is empty. `tls` is the folder of the
    broker's certificate. The broker ends with this process, even if the process is killed.
    """

    def __init__(
        self,
        folder: Path,
        address: Address,
        todo: Sequence[Command] = (),
        password: str = "",
        tls: Path | None = None,
    ) -> None:
        self.address = address
        self.admin = Credential(ADMIN, password or secrets.token_urlsafe(24))
        self._folder, self._program = folder, mosquitto_path()
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        (folder / "mosquitto.conf").write_text(configuration(folder, address, tls))
        access = folder / "access.json"
        access.touch(0o600)
        access.write_text(json.dumps(access_file(self.admin, todo)))
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the broker, and return as soon as it accepts connections. Raise UsageFault with the
        broker's message if the start fails, or if its port is in use."""
        _raise_file_limit()
        _wait_until_free(self.address)
        log = self._folder / "mosquitto.log"
        with log.open("ab") as output:
            command = [*_END_WITH_PARENT, str(self._program), "-c", str(self._folder / "mosquitto.conf")]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        until = time.monotonic() + _START_SECONDS
        while not is_listening(self.address):
            ended = self._process.poll() is not None
            if ended or time.monotonic() > until:
                self.stop()
                lines = log.read_text(errors="replace").strip().splitlines()
                raise UsageFault(
                    f"Mosquitto does not start at {self.address}: {lines[-1] if lines else 'no answer'}"
                )

    def stop(self) -> None:
        """Stop the broker. Retained messages stay in its folder."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None

    def kill(self) -> None:
        """Kill the broker, as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def private_broker(folder: Path, todo: Sequence[Command] = (), port: int = 0) -> Iterator[Broker]:
    """Run a broker for this machine alone while the context lasts, and yield the broker. The commands `todo`
    create its accounts. If `port` is 0, it uses a free port."""
    broker = Broker(folder, Address("127.0.0.1", port or free_port()), todo)
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()


@contextmanager
def private_broker_address(folder: Path, todo: Sequence[Command]) -> Iterator[Address]:
    """Run a broker for this machine alone while the context lasts, and yield its address. The commands `todo`
    create its accounts."""
    with private_broker(folder, todo) as broker:
        yield broker.address


def is_listening(address: Address) -> bool:
    """Return True if a program accepts connections at `address`."""
    try:
        with socket.create_connection((address.host, address.port), timeout=2):
            return True
    except OSError:
        return False


def _wait_until_free(address: Address) -> None:
    """Wait until the port of `address` is free. An ending broker, such as that of a killed hub, may still use
    it. Raise UsageFault if the port stays in use."""
    until = time.monotonic() + _END_SECONDS
    while is_listening(address):
        if time.monotonic() > until:
            raise UsageFault(
                f"Port {address.port} is in use by another program. Choose one with --broker-port."
            )
        time.sleep(0.05)


def _raise_file_limit() -> None:
    """Let this process and its broker open as many files as the system allows, because each table has a
    connection and a journal."""
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
