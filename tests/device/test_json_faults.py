"""Test that faults in JSON are reported in words, with the column as people count it."""

from typing import Any

import msgspec
import pytest

from device.json_faults import DECODING_ERRORS, mismatch_text, not_json


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"hello", "not JSON, at character 1: 'h' cannot stand there"),
        (b'{"a": [1', "not JSON: it ends too soon: a bracket or a quotation mark is left open"),
        (b'{"a": "b', "not JSON: it ends too soon: a bracket or a quotation mark is left open"),
        (b'{"a": 1,}', "not JSON, at character 9: a comma stands before the closing bracket"),
        (b'{"a" 1}', "not JSON, at character 6: a colon is missing"),
        (b'{"a": 1 "b": 2}', "not JSON, at character 9: a comma or a closing bracket is missing"),
        (b"{'a': 1}", "not JSON, at character 2: a key stands in double quotation marks"),
        (b"{\"a\": 'b'}", "not JSON, at character 7: text stands in double quotation marks"),
        (b"[01]", "not JSON, at character 2: a number is not written so"),
        (b"[1e999]", "not JSON: a number is too large"),
        (b"[] []", "not JSON, at character 4: more follows what was closed"),
        ('{"ä": x}'.encode(), "not JSON, at character 7: 'x' cannot stand there"),
        (b'{"a": "\xff"}', "not JSON, at byte 8: not UTF-8 text"),
        (b"[" * 100_000, "not JSON: brackets are nested too deeply"),
    ],
)
def test_what_is_no_json_says_why(data: bytes, said: str) -> None:
    with pytest.raises(DECODING_ERRORS) as caught:
        msgspec.json.decode(data)
    assert not_json(caught.value, data) == said


class Shape(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    names: list[str] | None = None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"[]", "an object is wanted, not a list"),
        (b"{}", "'number' is missing"),
        (b'{"number": "x"}', "number: a whole number is wanted, not text"),
        (b'{"number": 1, "names": 2}', "names: a list or nothing is wanted, not a whole number"),
        (b'{"number": 1, "more": 2}', "there is no key 'more'"),
    ],
)
def test_json_of_another_shape_says_what_is_wanted(data: bytes, said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.json.decode(data, type=Shape)
    assert mismatch_text(caught.value) == said


def test_nothing_sounds_like_a_parser() -> None:
    for data in (b"", b"{", b"x", b'{"a"}', b"\xff", b"[1,]", b'"\\q"'):
        with pytest.raises(DECODING_ERRORS) as caught:
            msgspec.json.decode(data, type=Any)
        said = not_json(caught.value, data)
        assert said.startswith("not JSON")
        assert not any(word in said for word in ("malformed", "truncated", "codec", "decode", "`"))
