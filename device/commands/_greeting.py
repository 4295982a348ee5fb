"""What the program says when the table is up: where phones find it, and as a picture they can scan."""

import secrets
import sys
import threading
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

import click

from device.network import drawn, named, page_address, reachable
from device.service.keys import KEYS, first_pin


class Greeting(AbstractContextManager["Greeting"]):
    """Called with the port when the page is served; until it is left the table answers to its name, too.

    `data`: the table's folder. A table that starts for the first time gets its keys, whose PIN is said once
    it is served; where nothing came of the start they go again, for nobody was told it. `invites`: the code
    to scan carries the invitation, which the table has to be told of. Raises UsageFault."""

    def __init__(self, host: str, data: Path, *, invites: bool = False, play_here: bool = False) -> None:
        """`play_here`: people can play on their screens, and are told where."""
        self._host, self._data, self._play_here = host, data, play_here
        self._untold = first_pin(data)
        self.invitation = secrets.token_urlsafe(12) if invites else ""
        self._over = threading.Event()
        self._naming: threading.Thread | None = None

    def __call__(self, port: int) -> None:
        """Say where the page is, and the PIN of a table that is new: nothing else ever does."""
        if self._untold:
            click.echo(
                f"The table's PIN is {self._untold}. Write it down: it opens set-up and the steward's page.",
                err=True,
            )
            self._untold = None
        click.echo(f"The table is at http://localhost:{port}/  (Ctrl-C ends it)", err=True)
        if self._play_here:
            click.echo(f"Play yourself: http://localhost:{port}/play-here", err=True)
        address = reachable(self._host)
        if address is not None:
            click.echo(f"Phones on the same network: {page_address(address, port)}", err=True)
            if self._play_here:
                click.echo(f"Play on a phone: {page_address(address, port)}play-here", err=True)
        self._invite(page_address(address or "localhost", port), scanned=address is not None)
        if address is None:
            return
        # Asking the network whether the name is free takes a second or two, which nobody need wait for.
        self._naming = threading.Thread(target=self._name, args=(address, port), name="name", daemon=True)
        self._naming.start()

    def _invite(self, home: str, *, scanned: bool) -> None:
        """The way in, in words and, where it can be `scanned`, as the code to scan below them."""
        way = f"{home}steward/invited/{self.invitation}" if self.invitation else home
        code = scanned and sys.stderr.isatty()
        if self.invitation:
            scan = "scans this code, or opens" if code else "opens"
            click.echo(f"The first phone sets the table up, without a PIN, when it {scan} {way}", err=True)
        if code:
            click.echo(drawn(way), err=True)

    def _name(self, address: str, port: int) -> None:
        with named(address, port) as name:
            if name is not None:
                click.echo(f"Phones find the table by its name, too: {page_address(name, port)}", err=True)
            self._over.wait()

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The name is given back, and so are keys that nobody was told."""
        if self._untold:
            (self._data / KEYS).unlink(missing_ok=True)
        self._over.set()
        if self._naming is not None:
            self._naming.join()
