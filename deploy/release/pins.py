"""Read the pinned Python packages, which `deploy/lock.sh` writes."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from packaging.markers import Marker
from packaging.utils import canonicalize_name

HASH_OPTION: Final = "--hash=sha256:"
PIN_PATTERN: Final = rf"([\w.-]+)==([^\s;]+)\s*(?:;\s*(.*?))?((?:\s+{HASH_OPTION}[0-9a-f]{{64}})+)\s*"


@dataclass(frozen=True, slots=True)
class Pin:
    """A package with its pinned version."""

    name: str
    """The name of the package."""
    version: str
    """The pinned version of the package."""
    marker: str
    """The condition, as pip writes it, under which a machine needs the package; empty if every machine
    does."""
    hashes: tuple[str, ...]
    """The SHA-256 of each file of the package's pinned version, hexadecimal."""

    @property
    def purl(self) -> str:
        """The package URL (purl), which names the package in a release's list of components."""
        return f"pkg:pypi/{canonicalize_name(self.name)}@{self.version}"

    def is_needed(self, environment: dict[str, str]) -> bool:
        """Return True if the package's condition, such as a Python version, is met on a machine.
        `environment` has the machine's values (`wheels.environment`)."""
        return not self.marker or Marker(self.marker).evaluate(environment)

    def line(self) -> str:
        """Return the pinned package as a line of a requirements file, without its condition (`marker`)."""
        return " ".join([f"{self.name}=={self.version}", *(HASH_OPTION + one for one in self.hashes)])


def pins(lock: Path) -> tuple[Pin, ...]:
    """Return the pinned packages in the requirements file `lock`. Raise ValueError for a line that pins no
    package."""
    lines = lock.read_text("utf-8").replace("\\\n", " ").splitlines()
    return tuple(_pin(line) for line in lines if line.strip() and not line.startswith("#"))


def _pin(line: str) -> Pin:
    pin_match = re.fullmatch(PIN_PATTERN, line)
    if pin_match is None:
        raise ValueError(f"not a pin with hashes: {line!r}")
    name, version, marker, hashes = pin_match.groups()
    return Pin(
        name, version, (marker or "").strip(), tuple(one.removeprefix(HASH_OPTION) for one in hashes.split())
    )
