"""What the program says when the table is up: where phones find it, and as a picture they can scan."""

import sys
from contextlib import AbstractContextManager, ExitStack
from types import TracebackType

import click

from device.network import drawn, named, page_address, reachable


class Greeting(AbstractContextManager["Greeting"]):
    """Called with the port when the page is served; until it is left the table answers to its name, too."""

    def __init__(self, host: str) -> None:
        self._host = host
        self._open = ExitStack()

    def __call__(self, port: int) -> None:
        """Say where the page is."""
        click.echo(f"The table is at http://localhost:{port}/  (Ctrl-C ends it)", err=True)
        address = reachable(self._host)
        if address is None:
            return
        name = self._open.enter_context(named(address, port))
        also = f" or {page_address(name, port)}" if name else ""
        click.echo(f"Phones on the same network: {page_address(address, port)}{also}", err=True)
        if sys.stderr.isatty():
            click.echo(drawn(page_address(address, port)), err=True)

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The name is given back."""
        self._open.close()
