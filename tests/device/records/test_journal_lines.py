"""Test a journal as lines of JSON: an export can be imported again, and other data can't."""

import pytest

from device.errors import UsageFault
from device.records.journal import JournalRow
from device.records.journal_lines import export_lines, import_rows

ROWS = (JournalRow(1, 1.5, '{"type":"hand dealt"}'), JournalRow(2, 2.5, '{"type":"undone","event":0}'))


def known(event: bytes) -> bytes:
    if b"nonsense" in event:
        raise ValueError("no event of this program")
    return event


def taken_in(*lines: bytes) -> tuple[JournalRow, ...]:
    return import_rows(enumerate(lines, 1), "copy.jsonl", known)


def test_what_goes_out_comes_in_again() -> None:
    assert taken_in(*export_lines(ROWS)) == ROWS
    assert taken_in(*export_lines(())) == ()


HEAD, FIRST, SECOND = export_lines(ROWS)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((), "empty"),
        ((FIRST, SECOND), "line 1: no line of an exported journal"),
        ((b'{"lexicon-table":"journal","version":2}',), "line 1: .*version"),
        ((HEAD, SECOND), "line 2: event 2 where 1 should be"),
        ((HEAD, FIRST, FIRST), "line 3: event 1 where 2 should be"),
        ((HEAD, FIRST, b"{"), "line 3: no line"),
        ((HEAD, FIRST, b"\xff\xfe"), "line 3: no line"),
        ((HEAD, FIRST, SECOND[:-1] + b',"more":1}'), "line 3: .*more"),
        ((HEAD, b'{"number":1,"at":1,"event":"nonsense"}'), "line 2: the event can't be understood"),
        ((HEAD, b'{"number":1,"at":1,"event":' + b"[" * 9000 + b"]" * 9000 + b"}"), "line 2: "),
    ],
)
def test_anything_else_is_refused_with_its_line(lines: tuple[bytes, ...], said: str) -> None:
    with pytest.raises(UsageFault, match=said):
        taken_in(*lines)
