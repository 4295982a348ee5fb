"""Serve the phones' pages at the port of the settings, under the table's present names and addresses."""

from pathlib import Path

from device.errors import UsageFault
from device.network import addresses_for_host, hotspot, search_domain_names
from device.phones import Phones
from device.service.keys import gate
from device.settings import WebSettings
from web import server
from web.page_services import PageServices


def create_page_server(
    web: WebSettings, phones: Phones, data: Path, services: PageServices, invitation: str = ""
) -> server.Server:
    """Return the server of the phones' pages, bound to its port, with its keys in `data`. Raise
    UsageFault if the port is in use."""

    def address() -> str | None:
        return next(iter(addresses_for_host(web.host)), None)

    def hosts() -> frozenset[str]:
        return search_domain_names() | frozenset(web.names)

    try:
        keys = gate(data, invitation)
        app = server.create_app(
            phones.hub,
            phones.submit,
            keys=keys,
            address=address,
            hosts=hosts,
            services=services,
            wifi=hotspot,
        )
        app.extensions["reviews"] = phones.reviews
        return server.Server(app, web.host, web.port)
    except OSError as fault:
        raise UsageFault(str(fault)) from fault
