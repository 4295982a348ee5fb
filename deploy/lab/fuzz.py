"""Feed every reader of outside data with files made to break it.

    python -m deploy.lab.fuzz                        a minute of each reader
    python -m deploy.lab.fuzz --minutes 60 --only picture
    python -m deploy.lab.fuzz --seed 7               other files than the last time

Each file is a good file that hypothesis cuts, changes, repeats or joins with another. A reader must read the
file or refuse it with an error of one line. Any other error is a finding: it is printed with the smallest
file that shows it, and the run ends with status 1. The tests run some hundred files of each reader.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Final, get_args

import numpy as np
import pillow_heif
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st
from PIL import Image

from device import boards
from device import settings as table_settings
from device.commands._records.stored_journals import events_of, matches
from device.commands._records.story import match_story
from device.commands.replay import as_line
from device.errors import UsageFault
from device.files import terminal_line
from device.json_input import GameQuestion, parse_question
from device.records.event_codec import encode
from device.records.import_limits import stored_form
from device.records.journal import JournalRow
from device.records.journal_lines import export_lines, import_rows
from engine.events import (
    AnyEvent,
    HandDealt,
    HandScored,
    MatchEnded,
    MatchSetUp,
    QuestionAnswered,
    QuestionAsked,
    ScoreCorrected,
    TurnFinished,
    Undone,
    WoundBack,
)
from engine.i18n import UserError
from engine.match import fold
from engine.notation import (
    NotationError,
    format_hand,
    format_move,
    format_position,
    parse_hand,
    parse_move,
    parse_position,
)
from engine.shared.player_names import checked_names, clean_name, skeleton
from vision.formats import FORMATS
from vision.picture import PictureError, load
from web import requests

Reader = Callable[[bytes], None]
"""A function that reads the bytes of a file. It may refuse them only with an error of one line."""


@dataclass(frozen=True, slots=True)
class Target:
    """A reader to be fuzzed, with files for it."""

    read: Reader
    """The function that reads a file."""
    good_files: Callable[[], tuple[bytes, ...]]
    """A function that returns undamaged files of the reader. Copies of them are damaged at random."""
    tokens: tuple[bytes, ...] = ()
    """Bytes that have a meaning in the reader's files. They are inserted at random places."""


def _check_one_line(fault: Exception) -> None:
    text = str(fault)
    assert text
    assert "\n" not in text


def _notation(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    both = ((parse_position, format_position), (parse_hand, format_hand), (parse_move, format_move))
    for parse, form in both:
        try:
            value = parse(text)
        except NotationError as fault:
            _check_one_line(fault)
        else:
            assert parse(form(value)) == value  # type: ignore[arg-type]  # each form is of its own parse's value


def _names(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    assert clean_name(clean_name(text)) == clean_name(text)
    assert skeleton(text) == skeleton(clean_name(text))
    try:
        checked_names(text.split(","))
    except UserError as fault:
        _check_one_line(fault)


def _toml(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    for parse in (boards.parse, table_settings.parse):
        try:
            parse(text, "file")
        except UsageFault as fault:
            _check_one_line(fault)


def _journal(data: bytes) -> None:
    lines = ((number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip())
    try:
        events = events_of(import_rows(lines, "file", stored_form), Path("file"))
    except UsageFault as fault:
        _check_one_line(fault)
        return
    try:
        fold(events)
        for match in matches(events):
            for story_event in match_story(events, match):
                line = as_line(story_event)
                assert line == terminal_line(line)
    except ValueError as fault:  # the commands name the file
        _check_one_line(fault)


def _picture(data: bytes) -> None:
    with tempfile.NamedTemporaryFile(prefix="fuzz") as file:
        file.write(data)
        file.flush()
        try:
            picture = load(Path(file.name))
        except PictureError as fault:
            _check_one_line(fault)
            return
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3


def _request(data: bytes) -> None:
    for kind in get_args(requests.PhoneRequest):
        try:
            requests.from_json(data, kind)
        except requests.MalformedError as fault:
            _check_one_line(fault)


def _question(data: bytes) -> None:
    try:
        parse_question(data, GameQuestion)
    except UsageFault as fault:
        _check_one_line(fault)


_HELD_SIDEWAYS: Final = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\6\0\0\0"


def _pictures() -> tuple[bytes, ...]:
    """Return a small picture as a file in every format that the table reads."""
    noise = np.random.default_rng(1).integers(0, 255, (36, 48, 3), np.uint8)
    image, files = Image.fromarray(noise), []
    for form in FORMATS:
        data = BytesIO()
        image.save(data, form)
        files.append(data.getvalue())
    for options in ({"progressive": True}, {"exif": _HELD_SIDEWAYS}):
        data = BytesIO()
        image.save(data, "JPEG", **options)
        files.append(data.getvalue())
    data = BytesIO()
    pillow_heif.from_pillow(image).save(data, quality=60)
    return (*files, data.getvalue())


_EVENTS: Final[tuple[AnyEvent, ...]] = (
    MatchSetUp("lexicon", ("Anne", "Ben"), {"mode": "strict"}),
    HandDealt(),
    TurnFinished(1, "", "CAT", "+CAT", "legal", stands=True),
    QuestionAsked(0, "CAT", "CAT X?", "What lies there?", ("CAT XI",)),
    QuestionAnswered("CAT XI"),
    ScoreCorrected(0, 30),
    Undone(5),
    HandScored(("Q", "")),
    WoundBack(2),
    MatchEnded("late"),
)


def _journals() -> tuple[bytes, ...]:
    rows = (JournalRow(n, 1_700_000_000.0 + n, encode(one).decode()) for n, one in enumerate(_EVENTS, 1))
    lines = tuple(export_lines(rows))
    return tuple(b"\n".join(lines[:end]) for end in (2, 4, 6, len(lines)))


def _tomls() -> tuple[bytes, ...]:
    shipped = boards.SHIPPED.read_bytes()
    table = (Path(__file__).parents[1] / "table.toml").read_bytes()
    return (shipped, table, b'[game]\nname = "lexicon"\nplayers = ["Anne", "Ben"]\n[bell]\npin = 17\n')


_NOTATIONS: Final = (
    b"CAT DOG", b"CaT H?T /Q", b"+CAT", b"1:CAT<S", b"AABQ?", b"10", b"MO|H", b"..CAT", b"-Q^", b"*Q",
    b"CAT;H..;A..", b"QUEEN@C7>",
)  # fmt: skip
_NUMBERS: Final = (b"-1", b"1e999", b"99999999999999999999", b"NaN", b"0x", b"1_0")

_JSON: Final = (b"[", b"{", b"null", b'""', b'"\\u001b"', *_NUMBERS)
_INVISIBLE_CHARACTERS: Final = tuple(one.encode() for one in "\u200b\u202e\u3164\u0301\u00df\uff21")

TARGETS: Final[Mapping[str, Target]] = MappingProxyType(
    {
        "notation": Target(_notation, lambda: _NOTATIONS, (b"?", b"|", b"/", b"+", b"^", b"@", *_NUMBERS)),
        "names": Target(_names, lambda: (b"Anne,Ben", "Zoë,Иван,小明".encode()), _INVISIBLE_CHARACTERS),
        "toml": Target(_toml, _tomls, (b"[", b"{", b"a.", b'"', b"'" * 3, b"\\u", b"= ", *_NUMBERS)),
        "journal": Target(_journal, _journals, _JSON),
        "picture": Target(_picture, _pictures, (b"\xff\xd8", b"\xff\xc2", b"\xff\xda", b"IHDR", b"ispe")),
        "request": Target(_request, lambda: (b'{"player":0}', b'{"by":1,"word":"CAT"}', b"{}"), _JSON),
        "question": Target(_question, lambda: (b'{"game":"lexicon","options":{"mode":"strict"}}',), _JSON),
    }
)
"""The readers of input that can be fuzzed, by the names that `--only` takes. Each has good examples of its
input, and byte strings that are put into these examples to damage them."""


@cache
def _sample_files(name: str) -> tuple[bytes, ...]:
    return TARGETS[name].good_files()


@st.composite
def _damaged_files(draw: st.DrawFn, name: str) -> bytes:
    """Return hypothesis's strategy for files of the reader `name`: good files with some random damage."""
    data = bytearray(draw(st.sampled_from(_sample_files(name))))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(data)))
        end = min(len(data), at + draw(st.integers(0, 40)))
        match draw(st.sampled_from(("bend", "cut", "drop", "repeat", "insert", "join", "word"))):
            case "bend" if at < len(data):
                data[at] = draw(st.integers(0, 255))
            case "cut":
                del data[at:]
            case "drop":
                del data[at:end]
            case "repeat":
                data[at:at] = bytes(data[at:end]) * draw(st.sampled_from((1, 2, 50, 2_000)))
            case "insert":
                data[at:at] = draw(st.binary(max_size=20))
            case "join":
                data[at:] = draw(st.sampled_from(_sample_files(name)))[at:]
            case "word" if TARGETS[name].tokens:
                data[at:end] = draw(st.sampled_from(TARGETS[name].tokens))
            case _:
                pass
    return bytes(data)


def run(name: str, examples: int, seed: int) -> None:
    """Give `examples` damaged files to the reader `name`. The same seed gives the same files.

    Raise the error of the first finding, shown by the smallest file that causes it.
    """
    target = TARGETS[name]

    @seeded(seed)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        print_blob=False,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )
    @given(_damaged_files(name))
    def read(data: bytes) -> None:
        target.read(data)

    read()


def main() -> int:
    """Fuzz the chosen readers. Return 1 if there was a finding, else 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=1.0, help="for each reader")
    parser.add_argument("--only", choices=tuple(TARGETS), action="append")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    asked_for = parser.parse_args()
    for name in asked_for.only or TARGETS:
        end, seed, files = time.monotonic() + 60 * asked_for.minutes, asked_for.seed, 0
        while time.monotonic() < end:
            try:
                run(name, 500, seed)
            except Exception as fault:  # noqa: BLE001  # whatever it is, it is a finding
                sys.stderr.write(f"{name}, seed {seed}: {type(fault).__name__}: {fault}\n")
                sys.stderr.write("\n".join(getattr(fault, "__notes__", ())) + "\n")
                return 1
            seed, files = seed + 1, files + 500
        sys.stdout.write(f"{name}: {files:,} files, nothing found\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
