"""Run programs of a release as the table's own user. They never run as root."""

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
"""The longest time that a program may run, seconds. The longest check reads three pictures. A slow board
needs a minute for this."""


@dataclass(frozen=True, slots=True)
class User:
    """A user of the system who runs programs. `identity` holds the ids of the user and the group. None stands
    for the user of this process."""

    identity: tuple[int, int] | None = None

    def run(self, *command: object, state: Path | None = None) -> str:
        """Run a program and return what it prints. `state` is the folder to which it may write files of its
        own.

        Raise UsageFault if the program fails or takes too long. Its message is the last line of the program's
        errors, if there is one.
        """
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
        """Run the command `verb` of `device.releases.data` on `folders`. Raise UsageFault if it fails."""
        self.run(sys.executable, "-m", "device.releases.data", verb, *folders)

    def settings(self, state: Path | None) -> dict[str, Any]:
        """Return the arguments with which `subprocess` runs a program as this user. `state` is the program's
        own folder, or None."""
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
    """Return the user that owns an installed table's data. If the installed system is only mounted in
    a folder (`Places.destination`), return the user of this process.

    Raise UsageFault if this process does not run as root, or if the table's user does not exist.
    """
    if places.destination:
        return User()
    if os.geteuid() != 0:
        raise UsageFault(f"root is needed: sudo {NAME} upgrade …")
    try:
        account = pwd.getpwnam(NAME)
    except KeyError as fault:
        raise UsageFault(f"the user {NAME} is missing: run deploy/install.sh again") from fault
    return User((account.pw_uid, account.pw_gid))
