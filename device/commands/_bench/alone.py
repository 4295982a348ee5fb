"""What a process holds that runs one command: `python -m device.commands._bench.alone read --json PHOTO` is
that command, and on its last line the megabytes it ever held and how many networks it loaded. Imports nothing
that the command would not."""

import json

from device.cli import main
from device.commands._bench.resident import most, networks

if __name__ == "__main__":
    try:
        main()
    finally:
        print(json.dumps([most(), networks()]))  # noqa: T201  # to its parent
