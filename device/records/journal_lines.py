"""Write the journal as lines of JSON, for other programs and for a later import.

The first line is a header. Every other line is an event: `{"number": 1, "at": 1732212345.6, "event": {"type":
"match set up", ...}}`. `number` counts from 1, and `at` is in seconds since 1970.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, Final, Literal

import msgspec

from device.errors import UsageFault
from device.json_faults import DECODING_ERRORS, mismatch_text, not_json
from device.records.journal import JournalRow

VERSION: Final = 1
MAX_TIMESTAMP: Final = 32_503_680_000.0
"""The latest time that an imported file may have, seconds since 1970: the beginning of the year 3000."""


class JournalHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of an exported journal. It names the kind and the version of the file."""

    lexicon_table: Literal["journal"] = msgspec.field(default="journal", name="lexicon-table")
    version: Literal[1] = VERSION


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Annotated[int, msgspec.Meta(ge=1)]
    at: Annotated[float, msgspec.Meta(ge=0, le=MAX_TIMESTAMP)]
    event: msgspec.Raw


def export_lines(rows: Iterable[JournalRow]) -> Iterator[bytes]:
    """Yield the lines of a journal's export, the header first, without line breaks."""
    yield msgspec.json.encode(JournalHeader())
    for number, at, body in rows:
        yield msgspec.json.encode(_Line(number, at, msgspec.Raw(body.encode())))


def import_rows(
    lines: Iterable[tuple[int, bytes]], source: str, taken_in: Callable[[bytes], bytes]
) -> tuple[JournalRow, ...]:
    """Return the rows of an export. `lines` are pairs of a line's number and its text.

    `taken_in` turns an event's JSON into the JSON that is stored, and raises ValueError for an invalid event.
    Raise UsageFault, naming `source` and the line, for a line of another form, an invalid event, or a missing
    event.
    """
    rows: list[JournalRow] = []
    headed = False
    for place, line in lines:
        where = f"{source}: line {place}"
        if not headed:
            _decode(line, JournalHeader, where)
            headed = True
            continue
        event_line: _Line = _decode(line, _Line, where)
        if event_line.number != len(rows) + 1:
            raise UsageFault(f"{where}: event {event_line.number} where {len(rows) + 1} should be")
        rows.append(
            JournalRow(
                event_line.number, event_line.at, _stored_event(bytes(event_line.event), taken_in, where)
            )
        )
    if not headed:
        raise UsageFault(f"{source}: empty: an exported journal begins with a line that says so")
    return tuple(rows)


def _decode(line: bytes, kind: Any, where: str) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.ValidationError as fault:
        raise UsageFault(f"{where}: no line of an exported journal: {mismatch_text(fault)}") from fault
    except DECODING_ERRORS as fault:
        raise UsageFault(f"{where}: no line of an exported journal: {not_json(fault, line)}") from fault


def _stored_event(event: bytes, taken_in: Callable[[bytes], bytes], where: str) -> str:
    try:
        return taken_in(event).decode()
    except msgspec.ValidationError as fault:
        raise UsageFault(f"{where}: the event can't be understood: {mismatch_text(fault)}") from fault
    except DECODING_ERRORS as fault:
        raise UsageFault(f"{where}: the event can't be understood: {not_json(fault, event)}") from fault
    except ValueError as fault:
        raise UsageFault(f"{where}: the event can't be understood: {fault}") from fault
