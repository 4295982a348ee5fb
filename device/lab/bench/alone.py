"""Run one command in a process of its own, and measure the memory of the process.

`python -m device.lab.bench.alone read --json PHOTO` runs the command `read --json PHOTO`. The last line of
the output has the process's maximum memory in megabytes, and the number of networks that it loaded. This
module imports no other modules than the command does, so that they do not count.
"""

import json

from device.cli import main
from device.lab.bench.resident import loaded_networks, peak_megabytes

if __name__ == "__main__":
    try:
        main()
    finally:
        print(json.dumps([peak_megabytes(), loaded_networks()]))  # noqa: T201  # to its parent
