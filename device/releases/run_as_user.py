"""Run programs of a release as the table's own user, never as root."""

import os
import pwd
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from device.errors import UsageFault
from device.releases.places import NAME, Places

PROGRAM_TIMEOUT_SECONDS: Final = 300.0
"""Maximum number of seconds that a program may run. The longest check reads three pictures, which takes a
slow board a minute."""


@dataclass(frozen=True, slots=True)
class User:
    """A user for running programs. `identity` is the user and the group; None for the caller."""

    identity: tuple[int, int] | None = None

    def run(self, *command: object, state: Path | None = None) -> str:
        """Run a program and return its output. `state` is the folder for the program's own files. If the
        program fails or takes too long, raise UsageFault, with the last line of the program's errors if
        there is one."""
        words = [str(word) for word in command]
        try:
            ended = subprocess.run(
                words, capture_output=True, text=True, errors="replace", timeout=PROGRAM_TIMEOUT_SECONDS,
                check=False, stdin=subprocess.DEVNULL, **self.settings(state),
            )  # fmt: skip
        except OSError as fault:
            raise UsageFault(f"{fault.filename or words[0]}: {fault.strerror}") from fault
        except subprocess.TimeoutExpired as fault:
            raise UsageFault(f"{words[0]}: does not end") from fault
        if ended.returncode:
            error_lines = [line for line in ended.stderr.splitlines() if line.strip()]
            raise UsageFault(
                error_lines[-1] if error_lines else f"{words[0]}: ended with status {ended.returncode}"
            )
        return str(ended.stdout)

    def data(self, verb: str, *folders: Path) -> None:
        """Run a command of `device.releases.data` on the table's data. Raise UsageFault if the command
        fails."""
        self.run(sys.executable, "-m", "device.releases.data", verb, *folders)

    def settings(self, state: Path | None) -> dict[str, Any]:
        """Return the arguments that `subprocess` needs for this user."""
        environment = {"PATH": os.environ.get("PATH", os.defpath)} if self.identity else dict(os.environ)
        environment |= {"PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8"}
        if state is not None:
            environment |= {"HOME": str(state), "XDG_STATE_HOME": str(state)}
        process_options: dict[str, Any] = {"env": environment, "cwd": "/"}
        if self.identity is not None:
            user, group = self.identity
            process_options |= {"user": user, "group": group, "extra_groups": []}
        return process_options


def table_user(places: Places) -> User:
    """Return the user of an installed table; below a `destination`, the current user. Raise UsageFault if
    this is not root, or if the user does not exist."""
    if places.destination:
        return User()
    if os.geteuid() != 0:
        raise UsageFault(f"root is needed: sudo {NAME} upgrade …")
    try:
        account = pwd.getpwnam(NAME)
    except KeyError as fault:
        raise UsageFault(f"the user {NAME} is missing: run deploy/install.sh again") from fault
    return User((account.pw_uid, account.pw_gid))
