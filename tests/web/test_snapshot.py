import msgspec
import pytest

from web.snapshot import Snapshot, decode, encode


def test_a_full_snapshot_survives_json(table: Snapshot) -> None:
    assert decode(encode(table)) == table


def test_what_is_wrong_in_a_snapshot_is_named() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"hand"):
        decode(b'{"game": "Lexicon", "hand": "three"}')
