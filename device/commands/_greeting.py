"""Greet people when a table has started or its address changed: print the page's address as text and as a
QR code."""

import secrets
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Final

import click

from device.network import addresses_for_host, is_local_only, page_address, qr_code_text
from device.presence import Announce, Presence, announce_name
from device.service.keys import KEYS_FILE, first_pin

ADDRESS_CHECK_SECONDS: Final = 2.0
"""Seconds between checks of the machine's addresses. A newly plugged cable shows at once."""


INVITATION_CHARACTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of an invitation. No two of them look alike."""
INVITATION_LENGTH: Final = 10
"""Number of characters of an invitation, which gives 8 * 10^14 possibilities. With a thousand guesses a
second for four hours, a guesser succeeds in one evening of 56 million."""


LOCAL_ONLY_TEXT: Final = "Its page is for this machine alone."
OFFLINE_TEXT: Final = "This machine is on no network. The address is printed here as soon as it is on one."


class Greeting(AbstractContextManager["Greeting"]):
    """Print the page's address when the page is served, and again when the address changes.

    Until the greeting is closed, it watches the machine's addresses, and announces the table's name
    on the network. With `invites` the printed addresses of the page carry an invitation, which the
    table must know.

    `data` is the table's folder. A new table gets its keys, and their PIN is printed once. If the
    start fails, the keys are deleted, because nobody has seen the PIN. Raise UsageFault if the keys
    can't be read or stored.
    """

    def __init__(
        self,
        host: str,
        data: Path,
        *,
        invites: bool = False,
        play_here: bool = False,
        find_addresses: Callable[[], tuple[str, ...]] | None = None,
        announce: Announce = announce_name,
    ) -> None:
        """Prepare the greeting.

        With `play_here` the greeting also names the address at which people can play on their screens.
        `find_addresses` returns the addresses of a page served on `host`, best first. `announce`
        announces the table's network name at these addresses.
        """
        self._data, self._play_here, self._alone = data, play_here, is_local_only(host)
        self._find_addresses = find_addresses or (lambda: addresses_for_host(host))
        self._announce = announce
        self._untold = first_pin(data)
        self.invitation = (
            "".join(map(secrets.choice, [INVITATION_CHARACTERS] * INVITATION_LENGTH)) if invites else ""
        )
        self._stopped = threading.Event()
        self._following: threading.Thread | None = None

    def __call__(self, port: int) -> None:
        """Print the page's address and the PIN of a new table. The PIN is shown nowhere else."""
        if self._untold:
            _say(f"The table's PIN is {self._untold}. Write it down: it opens set-up and the steward's page.")
            self._untold = None
        _say(f"The table is at {self._with_invitation(page_address('localhost', port))}  (Ctrl-C ends it)")
        if self._play_here:
            _say(f"Play yourself: http://localhost:{port}/play-here")
        presence = Presence(
            self._find_addresses,
            port,
            on_address=lambda address: self._print_address(address, port),
            on_name=lambda name: _say(
                f"Phones find the table by its name, too: {self._with_invitation(page_address(name, port))}"
            ),
            announce=self._announce,
        )
        presence.check_addresses()
        self._following = threading.Thread(target=self._follow, args=(presence,), name="name", daemon=True)
        self._following.start()

    def _follow(self, presence: Presence) -> None:
        presence.update_announcement(time.monotonic())
        while not self._stopped.wait(ADDRESS_CHECK_SECONDS):
            presence.check_addresses()
            presence.update_announcement(time.monotonic())
        presence.close()

    def _print_address(self, address: str | None, port: int) -> None:
        """Print the table's new address. If `address` is None, print that phones can't reach the table,
        and why."""
        if address is None:
            why = LOCAL_ONLY_TEXT if self._alone else OFFLINE_TEXT
            _say(f"Phones can't reach the table. {why}")
            if self._following is None and self.invitation:  # until then people use its own screen
                _say("The first browser that opens this address sets the table up, without a PIN.")
            return
        way = self._with_invitation(page_address(address, port))
        _say(f"Phones on the same network: {way}")
        if self._play_here:
            _say(f"Play on a phone: {page_address(address, port)}play-here")
        code = sys.stderr.isatty()
        if self.invitation:
            scan = "scans this code or opens this address" if code else "opens this address"
            _say(f"The first phone that {scan} sets the table up, without a PIN. The others take a seat.")
        if code:
            _say(qr_code_text(way))

    def _with_invitation(self, home: str) -> str:
        """Return the address of the table's page, with the invitation if there is one."""
        return f"{home}j/{self.invitation}" if self.invitation else home

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop announcing the table's name on the network. If the table has new keys whose PIN was never
        shown, delete the keys file."""
        if self._untold:
            (self._data / KEYS_FILE).unlink(missing_ok=True)
        self._stopped.set()
        if self._following is not None:
            self._following.join()


def _say(line: str) -> None:
    click.echo(line, err=True)
