"""Define the options for the address of the pages, for all commands that serve pages."""

from collections.abc import Callable
from typing import Final

import click

from web.sockets import ALL_ADDRESSES

PORT: Final = click.IntRange(0, 65535)
"""A port to serve pages on; 0 takes any free port."""
PORT_HELP: Final = "Serve the page on this port. 0 takes any free one."


def served_options(command: Callable[..., None]) -> Callable[..., None]:
    """Decorate a command with the options --port and --host, which say where it serves its pages."""
    port = click.option("--port", type=PORT, default=8080, show_default=True, help=PORT_HELP)
    host = click.option(
        "--host",
        default=ALL_ADDRESSES,
        show_default=True,
        help="Serve the page on this address. :: is every address of the machine.",
    )
    return port(host(command))
