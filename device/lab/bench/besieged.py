"""Run a table that is attacked: `python -m device.lab.bench.besieged FOLDER SEED`.

The table plays the demo, and also accepts photographs from phones. The first line of its output has its port
and its PIN. It runs until it is terminated.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import cast

from device.demo import Demo, demo
from device.hardware.phone_camera import PhotographCamera
from device.service.keys import first_pin
from device.service.phone_photos import TablePhotographs
from web.server import Server

TABLE_SPEED = 4.0
"""Seconds of table time in a real second. A hand of some forty turns takes a quarter of its usual time."""


def main(folder: str, seed: str) -> None:
    """Play the demo until terminated. The folder holds the table's data, and `seed` decides its cards."""
    pin = first_pin(Path(folder))
    table = demo(Demo(Path(folder), seed=int(seed), port=0, speed=TABLE_SPEED))
    app = cast(Server, table.server).app
    context = app.extensions["page_context"]
    snapping = TablePhotographs(
        PhotographCamera()
    )  # decoded as usual, but not read: the table reads its virtual camera
    app.extensions["page_context"] = replace(
        context, services=replace(context.services, photographs=snapping)
    )
    table.run(lambda port: print(json.dumps([port, pin]), flush=True))  # noqa: T201  # to its parent


if __name__ == "__main__":
    main(*sys.argv[1:])
