"""Run one command in a process of its own, and measure the memory of the process.

`python -m device.lab.bench.alone read --json PHOTO` runs the command `read --json PHOTO`. The last line of
the output has the maximum memory of the process in megabytes, and the number of networks that the process
loaded. This module imports no modules besides those of the command, because imported modules take memory.
"""

import json

from device.cli import main
from device.lab.bench.resident import loaded_networks, peak_megabytes

if __name__ == "__main__":
    try:
        main()
    finally:
        print(json.dumps([peak_megabytes(), loaded_networks()]))  # noqa: T201  # to its parent
