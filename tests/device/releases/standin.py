"""Provide a table in a folder with stand-ins for its releases: small archives, signed with a new key."""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from device.records.event_codec import decode, encode
from device.records.journal import Journal
from device.records.rescue import BACKUP, JOURNAL, rows_in
from device.releases import data as datawork
from device.releases.archive import order_of, version_of
from device.releases.places import Places
from device.releases.run_as_user import User
from device.releases.signature import NAMESPACE, SIGNER
from device.releases.steps import at_start, finish_change
from device.releases.upgrading import Upgrade
from engine.events import AnyEvent, HandDealt, MatchSetUp, TurnFinished
from tests.device.party.kept import kept, played

ROOT: Final = Path(__file__).parents[3]
HUB: Final = ("lexicon-party.service", "lexicon-party-forget.service", "lexicon-party-forget.timer")
"""The names of the systemd units that the hub of a party needs."""
EVENTS: Final[tuple[AnyEvent, ...]] = (
    MatchSetUp("lexicon", ("Anne", "Ben")),
    HandDealt(),
    TurnFinished(1, "", "CAT", "+CAT", "legal", stands=True),
)

_SETUP: Final = """
set_up() {
    grep -qs set-up "$root/device/faults" && return 1
    mkdir -p "$root/.venv/bin"
    grep -qs environment "$root/device/faults" || cp "$root/device/program" "$root/.venv/bin/lexicon-table"
    cp "$root/device/program" "$root/.venv/bin/python"
}
compile_program() { true; }
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
"""
_PROGRAM: Final = f"""#!/bin/sh
here=${{0%/.venv/*}}
has() {{ grep -qsx "$1" "$here/device/faults"; }}
case "$*" in
    read*)
        for picture; do
            case $picture in *.jpg)
                word=${{picture##*/}}
                has reads && word=WRONG.jpg
                echo "{{\\"words\\": [{{\\"text\\": \\"${{word%.jpg}}\\"}}]}}"
            esac
        done ;;
    play*)
        has start && echo "cannot start" >&2 && exit 1
        exec {sys.executable} "$here/device/table.py" "$here/device/faults" "$@" ;;
    *releases.guard*)
        [ "$1" = -I ] && shift  # the packages of the tests are found by PYTHONPATH
        exec {sys.executable} "$@" ;;
    *scores*)
        for folder; do :; done
        has party && [ -e "$folder/hub.journal" ] && echo "[]" && exit
        has scores && echo "[[[\\"Anne\\"], [7]]]" && exit
        exec {sys.executable} "$@" ;;
esac
"""
_TABLE: Final = """
import http.server, os, socket, sys
faults, data = open(sys.argv[1]).read().split(), sys.argv[sys.argv.index("--data") + 1]
open(data + "/played", "w").write("by the new release")
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(500 if "page" in faults else 200)
        self.end_headers()
    def log_message(self, *_): pass
server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Page)
address = os.environ["NOTIFY_SOCKET"]
socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"READY=1", "\\0" + address[1:])
server.serve_forever()
"""


class Here(User):
    """A stand-in for the user whose processes copy and restore a table's data in an upgrade. It does this
    work in the process of the tests."""

    def data(self, verb: str, *folders: Path) -> None:
        match verb, folders:
            case "copy", (folder, target):
                datawork.copy(folder, target)
            case "back", (folder, kept, replaced):
                datawork.restore_copy(folder, kept, replaced)
            case _:
                datawork.tidy(*folders)


@dataclass
class Service:
    """The service of a table, as systemd runs it: the guard runs before and after a start. A start converts
    the data to the schema of the release in use. No release reads data of a later schema."""

    table: "Table"
    up: bool = True
    starts: list[str] = field(default_factory=list)

    def stop(self) -> None:
        self.up = False

    def start(self) -> bool:
        """Start once. A failed start is not repeated."""
        places = self.table.places
        self.up = False
        if at_start(places, Here()) is not None:
            return False
        release, schema = places.program.resolve(), self.table.data / "schema"
        version = version_of(release)
        self.starts.append(version)
        assert order_of(schema.read_text()) <= order_of(version), "data of a later release"
        if not (release / ".venv/bin/lexicon-table").exists():
            return False
        schema.write_text(version)
        if "dies" in faults_of(release):
            return False
        finish_change(places)
        if places.is_hub:
            # The hub waits for the table's trial.
            party = places.party_folder / "schema"
            assert order_of(party.read_text()) <= order_of(version), "a party of a later release"
            party.write_text(version)
        self.up = True
        return True


def faults_of(release: Path) -> list[str]:
    return (release / "device/faults").read_text().split()


@dataclass(frozen=True)
class Table:
    """An installed table below `root`, with the key that signs its releases."""

    root: Path

    @property
    def places(self) -> Places:
        return Places(str(self.root / "image"))

    @property
    def data(self) -> Path:
        return self.root / "image/var/lib/lexicon-table"

    @property
    def key(self) -> Path:
        return self.root / "key"

    def made(self) -> "Table":
        """Set the table up, with release 1.0.0 and a match of three events."""
        for ending, content in key_files().items():
            self.key.with_suffix(ending).write_bytes(content)
        self.key.chmod(0o600)
        places = self.places
        release = places.release("1")
        tree(release, "1.0.0", signers=signer(self.key))
        (release / ".venv/bin").mkdir(parents=True)
        for name in ("lexicon-table", "python"):
            shutil.copy(release / "device/program", release / ".venv/bin" / name)
        places.program.symlink_to("lexicon-table.releases/1")
        places.settings.parent.mkdir(parents=True)
        places.settings.write_text('[table]\ndata = "/var/lib/lexicon-table"\n')
        for source, place in places.for_systemd("1"):
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, place)
        journal: Journal[AnyEvent] = Journal(
            self.data / JOURNAL, encode=encode, decode=decode, clock=lambda: 1_700_000_000.0
        )
        journal.append(*EVENTS)
        journal.copy_to(self.data / BACKUP)
        journal.close()
        (self.data / "schema").write_text("1.0.0")
        (self.data / "decks").mkdir()
        (self.data / "decks/attic.json").write_text('{"name":"attic"}')
        (self.data / "pictures").mkdir()
        (self.data / "pictures/1.jpg").write_bytes(b"picture")
        return self

    def with_hub(self) -> "Table":
        """Make the machine a hub, too, with a party of eight that is over."""
        places = self.places
        for unit in HUB:
            shutil.copy(places.release("1") / "deploy" / unit, self.root / "image/etc/systemd/system")
        folder = places.party_folder
        (folder / "broker").mkdir(parents=True)
        (folder / "broker/mosquitto.db").write_text("Ada")
        (folder / "schema").write_text("1.0.0")
        kept(folder, played(), 1_000_000.0)
        return self

    def archive(self, version: str = "1.1.0", *faults: str, key: Path | None = None) -> Path:
        """Make a signed archive of release `version`. `faults` name the faults that its stand-in programs
        show."""
        top = f"lexicon-table-{version}"
        source = tree(self.root / f"of-{top}" / top, version, *faults, signers=signer(key or self.key))
        sums = [
            f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(source)}\n"
            for path in sorted(source.rglob("*")) if path.is_file()
        ]  # fmt: skip
        (source / "SHA256SUMS").write_text("".join(sums))
        path = self.root / f"lexicon-table-{version}-release.tar.gz"
        with tarfile.open(path, "w:gz") as tar:
            tar.add(source, source.name)
        sign(path, key or self.key)
        return path

    def packed(self, *members: tuple[tarfile.TarInfo, bytes]) -> Path:
        """Make a signed release archive that has only the given members. Return its path."""
        path = self.root / "odd-release.tar.gz"
        with tarfile.open(path, "w:gz") as tar:
            for member, content in members:
                member.size = len(content)
                tar.addfile(member, BytesIO(content))
        sign(path, self.key)
        return path

    def upgrade(self, service: Service, now: str = "20261127-190000") -> tuple[Upgrade, list[str]]:
        """Return an upgrade of this table, which the test then runs, and the list to which it adds its
        messages."""
        said: list[str] = []
        return Upgrade(self.places, Here(), service, now, said.append), said

    def systemd(self) -> set[str]:
        """Return the versions named in the files that are installed for systemd. There is one if all files
        come from the same release."""
        files = [place for _, place in self.places.for_systemd("1")]
        assert len(files) == (4 + len(HUB) if self.places.is_hub else 4)
        return {file.read_text().rpartition(" ")[2] for file in files}

    def state(self) -> dict[str, object]:
        """Return the table's data by file name, without the backups of an upgrade."""
        found: dict[str, object] = {}
        for path in sorted(self.data.rglob("*")):
            name = str(path.relative_to(self.data))
            if path.is_file() and not name.startswith(("upgrades", "replaced")):
                found[name] = rows_in(path) if path.suffix == ".db" else path.read_bytes()
        return found


def quick_folder(tmp_path: Path) -> Iterator[Path]:
    """Return a folder in memory where possible, in which syncing costs no time."""
    memory = Path("/dev/shm")
    if memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 200_000_000:
        with TemporaryDirectory(dir=memory) as folder:
            yield Path(folder)
    else:
        yield tmp_path


def tree(folder: Path, version: str, *faults: str, signers: str = "") -> Path:
    """Write the files of a small stand-in for a release into `folder`. Its programs show the `faults`, and
    it accepts upgrades signed by `signers`."""
    for part in ("engine", "vision", "device", "web", "docs", "deploy/golden"):
        (folder / part).mkdir(parents=True)
    (folder / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
    for name in ("README.md", "LICENSE", "NOTICE", "CHANGELOG.md", "sbom.cdx.json"):
        (folder / name).write_text(name)
    for name in ("places.sh", "releases.sh"):
        shutil.copy(ROOT / "deploy" / name, folder / "deploy")
    (folder / "deploy/setup.sh").write_text(_SETUP)
    for name in (
        "lexicon-table.service",
        "lexicon-table-repair.service",
        "lexicon-table.sysusers",
        "lexicon-table.tmpfiles",
        *HUB,
    ):
        (folder / "deploy" / name).write_text(f"{name} of {version}")
    (folder / "deploy/left-out").write_text("")
    (folder / "deploy/release-signers").write_text(signers)
    for word in ("CAT", "DOG"):
        (folder / f"deploy/golden/{word}.jpg").write_bytes(b"picture")
    (folder / "device/faults").write_text("\n".join(faults))
    (folder / "device/table.py").write_text(_TABLE)
    (folder / "device/program").write_text(_PROGRAM)
    (folder / "device/program").chmod(0o755)
    return folder


@cache
def key_files() -> dict[str, bytes]:
    """Return the files of one key by their endings. All tables share the key, since making keys takes
    longest."""
    with TemporaryDirectory() as folder:
        make_key(Path(folder) / "key")
        return {path.suffix: path.read_bytes() for path in Path(folder).iterdir()}


def make_key(path: Path) -> None:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", path], check=True)


def signer(key: Path) -> str:
    """Return the line by which ssh-keygen accepts signatures of `key`, for the file of allowed signers."""
    return f'{SIGNER} namespaces="{NAMESPACE}" {key.with_suffix(".pub").read_text()}'


def sign(path: Path, key: Path) -> None:
    path.with_name(f"{path.name}.sig").unlink(missing_ok=True)
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", NAMESPACE, path], check=True)
