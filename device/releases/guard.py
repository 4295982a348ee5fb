"""Watch over the service during an upgrade, before and after each start:

    python -m device.releases.guard start|answered

It runs as root, with the Python environment of the release from before the upgrade.
"""

import os
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Final

from device.errors import UsageFault
from device.network import page_address
from device.releases.places import Places
from device.releases.run_as_user import table_user
from device.releases.steps import at_start, finish_change
from device.settings import load

RESTART_EXIT_STATUS: Final = 75
"""The exit status that makes systemd start the service again. It is used when the old release is back,
because its systemd unit may differ."""
TIMEOUT_SECONDS: Final = 30.0
"""The longest wait for the answer of the table's page, seconds."""
_WILDCARD_HOSTS: Final = frozenset({"", "::", "0.0.0.0"})


def main(arguments: list[str]) -> int:
    """Run the command that the arguments name, and return the exit status: 0, RESTART_EXIT_STATUS, or 2 for a
    fault."""
    places = Places(os.environ.get("DESTDIR", ""))
    try:
        if arguments == ["start"]:
            report = at_start(places, table_user(places))
            if report is None:
                return 0
            sys.stderr.write(f"{report}\n")
            if not places.destination:
                subprocess.run(["systemctl", "daemon-reload"], check=False)
            return RESTART_EXIT_STATUS
        if not places.destination:
            check_page(places.settings)
        finish_change(places)
    except UsageFault as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    return 0


def check_page(settings: Path) -> None:
    """Raise UsageFault if the table's page does not answer at the address in the settings file `settings`.

    If that file can't be read, the address is unknown, and nothing is checked.
    """
    try:
        web = load(settings).web
    except UsageFault:
        return
    host = "127.0.0.1" if web.host in _WILDCARD_HOSTS else web.host
    if web.port:
        check_answer(page_address(host, web.port))


def check_answer(address: str) -> None:
    """Raise UsageFault if no page answers at `address`."""
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with straight.open(address, timeout=TIMEOUT_SECONDS) as page:
            page.read()
    except (OSError, ValueError) as fault:
        raise UsageFault(f"{address}: the page does not answer: {fault}") from fault


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
