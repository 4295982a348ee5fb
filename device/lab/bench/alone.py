"""The memory of a process that runs one command.

`python -m device.lab.bench.alone read --json PHOTO` runs that command. Its last line has the most
megabytes it ever held and the number of networks it loaded. It imports nothing that the command would not.
"""

import json

from device.cli import main
from device.lab.bench.resident import most, networks

if __name__ == "__main__":
    try:
        main()
    finally:
        print(json.dumps([most(), networks()]))  # noqa: T201  # to its parent
