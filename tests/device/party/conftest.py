from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.device.party.party_broker import MISSING, PartyBroker


@pytest.fixture
def party_broker(tmp_path: Path) -> Iterator[PartyBroker]:
    if MISSING:
        pytest.skip(MISSING)
    found = PartyBroker(tmp_path)
    yield found
    found.close()
