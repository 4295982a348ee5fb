from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.device.party.room import MISSING, Room


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    if MISSING:
        pytest.skip(MISSING)
    found = Room(tmp_path)
    yield found
    found.close()
