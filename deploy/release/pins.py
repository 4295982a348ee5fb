"""The pinned Python packages, as `deploy/lock.sh` writes them."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from packaging.markers import Marker
from packaging.utils import canonicalize_name

HASH: Final = "--hash=sha256:"
PIN: Final = rf"([\w.-]+)==([^\s;]+)\s*(?:;\s*(.*?))?((?:\s+{HASH}[0-9a-f]{{64}})+)\s*"


@dataclass(frozen=True, slots=True)
class Pin:
    """One version of a package, where it is wanted, and the SHA-256 of each of its files, in hexadecimal."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    @property
    def purl(self) -> str:
        """The package's address in a list of components (package URL)."""
        return f"pkg:pypi/{canonicalize_name(self.name)}@{self.version}"

    def wanted(self, environment: dict[str, str]) -> bool:
        """Tell whether a machine with those marker variables wants the package."""
        return not self.marker or Marker(self.marker).evaluate(environment)

    def line(self) -> str:
        """Return the pin as a line of a requirements file, without its marker."""
        return " ".join([f"{self.name}=={self.version}", *(HASH + one for one in self.hashes)])


def pins(lock: Path) -> tuple[Pin, ...]:
    """Read the pins of a requirements file; ValueError for a line that is none."""
    lines = lock.read_text("utf-8").replace("\\\n", " ").splitlines()
    return tuple(_pin(line) for line in lines if line.strip() and not line.startswith("#"))


def _pin(line: str) -> Pin:
    found = re.fullmatch(PIN, line)
    if found is None:
        raise ValueError(f"not a pin with hashes: {line!r}")
    name, version, marker, hashes = found.groups()
    return Pin(name, version, (marker or "").strip(), tuple(one.removeprefix(HASH) for one in hashes.split()))
