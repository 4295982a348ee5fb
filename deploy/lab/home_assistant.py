"""Check the discovery messages that a party sends to Home Assistant against the schemas of Home
Assistant's own `mqtt` integration.

Home Assistant needs a newer Python than a table, and an environment of its own:

    python3.14 -m venv ha
    ha/bin/pip install homeassistant==2026.11.0 paho-mqtt msgspec
    PYTHONPATH=. ha/bin/python -m deploy.lab.home_assistant

A message is checked in the same order as in Home Assistant: first against the schema of the device, then, for
each component, its own options with the options that it shares with the device against the schema of its
platform. A key that a schema drops is a fault, too.
"""

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from typing import Any

from device.party.home_assistant import discovery
from device.party.party_messages import Topics


def faults(message: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each fault that Home Assistant's schemas find in the discovery message `message`.

    The line begins with the component in which the fault is, or with `device`.
    """
    schemas = import_module("homeassistant.components.mqtt.schemas")
    own = {"device": message["device"], "origin": message["origin"]}
    try:
        schemas.validate_device_discovery_components(schemas.DEVICE_DISCOVERY_SCHEMA(message))
    except Exception as fault:  # noqa: BLE001 - the class is that of a validator which changes with the version
        yield f"device: {fault}"
    for name, component in message["components"].items():
        shared = {key: message[key] for key in schemas.SHARED_OPTIONS if key in message}
        wanted = {key: value for key, value in component.items() if key != "platform"}
        platform = import_module(f"homeassistant.components.mqtt.{component['platform']}")
        try:
            understood = platform.DISCOVERY_SCHEMA(shared | own | wanted)
        except Exception as fault:  # noqa: BLE001 - as above
            yield f"{name}: {fault}"
            continue
        yield from (f"{name}: {key} is unknown" for key in wanted if key not in understood)


async def check(message: dict[str, Any]) -> list[str]:
    """Return the faults of the discovery message `message`.

    The check runs inside an event loop of Home Assistant, because the schemas can't check templates without
    one.
    """
    core = import_module("homeassistant.core")
    with tempfile.TemporaryDirectory() as folder:
        core.HomeAssistant(folder)
        return list(faults(message))


def main() -> int:
    """Print the faults that Home Assistant would find in the message by which a party announces its
    devices. Return 1 if there are any, or else 0."""
    message = discovery(Topics("party-1"), "home/a", "1.0.0")
    schema_faults = asyncio.run(check(message))
    about = f"Home Assistant {version('homeassistant')}: {len(message['components'])} components"
    sys.stdout.write(
        "".join(f"{line}\n" for line in (*schema_faults, f"{about}, {len(schema_faults)} faults"))
    )
    return 1 if schema_faults else 0


if __name__ == "__main__":
    sys.exit(main())
