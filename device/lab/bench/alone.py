"""Measure the memory of a process that runs one command.

`python -m device.lab.bench.alone read --json PHOTO` runs the command `read --json PHOTO`. The last line of
the output has the maximum memory in megabytes and the number of loaded networks. This module imports nothing
that the command would not import.
"""

import json

from device.cli import main
from device.lab.bench.resident import loaded_networks, peak_megabytes

if __name__ == "__main__":
    try:
        main()
    finally:
        print(json.dumps([peak_megabytes(), loaded_networks()]))  # noqa: T201  # to its parent
