"""Guard the service before and after a start during an upgrade:

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
"""The exit status that asks systemd for another start, because the unit may have changed."""
TIMEOUT_SECONDS: Final = 30.0
"""Greatest number of seconds to wait for the answer of the table's page."""
_WILDCARD_HOSTS: Final = frozenset({"", "::", "0.0.0.0"})


def main(arguments: list[str]) -> int:
    """Run the command in the arguments, and return the exit status."""
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
    """Raise UsageFault unless the page of the table answers. `settings` is the table's settings file, which
    has the address. Do nothing if the file can't be read, because then the address is unknown."""
    try:
        web = load(settings).web
    except UsageFault:
        return
    host = "127.0.0.1" if web.host in _WILDCARD_HOSTS else web.host
    if web.port:
        check_answer(page_address(host, web.port))


def check_answer(address: str) -> None:
    """Raise UsageFault unless a page answers at `address`."""
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with straight.open(address, timeout=TIMEOUT_SECONDS) as page:
            page.read()
    except (OSError, ValueError) as fault:
        raise UsageFault(f"{address}: the page does not answer: {fault}") from fault


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
