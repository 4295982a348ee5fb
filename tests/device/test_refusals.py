"""Test that every refusal of a table is a whole sentence in the person's language, without paths or
Python."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from device import boards
from device.records import decks
from tests.device.test_any_request import BODIES, ODD, Served, playing
from tests.vision.test_decoder_sandbox import a_heic, a_jpeg, a_png
from tests.web.access.test_roles import ASKED
from tests.web.conftest import Caller
from vision import faults
from web.languages import LANGUAGE_NAMES, speaking, translate

TOLD = re.compile(r'<p class="wrong"(?![^>]*hidden)[^>]*>(.*?)</p>', re.DOTALL)
CODE = re.compile(
    r"(?:^|\s)/\w|\.json|\bb?'[^']*'|`|\$\.|\\x|Expected|Traceback|Error|object at|JSON|None|msgspec|str\b",
    re.IGNORECASE,
)
"""A pattern that finds paths, Python's representations and a parser's messages in a sentence."""


def is_sentence(said: str) -> bool:
    """Return True if the text begins and ends as a sentence does, and names nothing inside the program."""
    first = said.lstrip("“„")[:1]
    begins = first.isupper() or first.isdigit() or said[:1] in "“„"
    return begins and said.endswith((".", "?", "!")) and not CODE.search(re.sub("[“„].*?[”“]", "", said))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Provide a table on which a match is played."""
    with playing(tmp_path_factory.mktemp("table")) as there:
        yield there


@pytest.fixture(params=LANGUAGE_NAMES)
def people(request: pytest.FixtureRequest) -> dict[str, str]:
    """Return the headers of a person's browser, in each language."""
    return {"Accept": "text/html", "Accept-Language": request.param}


def refused(caller: Caller, people: dict[str, str], path: str, **how: Any) -> str | None:
    """Send a request, and return the sentence with which it is refused. Return None if it is accepted."""
    answer = caller.post(path, headers=people, **how)
    page = answer.text
    answer.close()
    if answer.status_code < 400:
        return None
    found = TOLD.search(page)
    assert found is not None, (path, how, answer.status_code, page[:500])
    return unescape(re.sub(r"<[^>]+>", "", found[1])).strip()


@pytest.mark.parametrize("endpoint", [name for name, row in ASKED.items() if row[0] == "POST"])
def test_whatever_is_sent_is_refused_in_a_sentence(
    endpoint: str, served: Served, people: dict[str, str]
) -> None:
    caller, (_, path, fields, _) = served.phone(), ASKED[endpoint]
    ways: list[dict[str, Any]] = [
        *({"data": fields | {name: odd}} for odd in ODD[::3] for name in fields),
        *({"data": {name: value for name, value in fields.items() if name != less}} for less in fields),
        *({"data": body, "content_type": "multipart/form-data; boundary=x"} for body in BODIES[::5]),
    ]
    for how in ways:
        said = refused(caller, people, path, **how)
        assert said is None or is_sentence(said), (how, said)


def _broken(form: str, size: tuple[int, int] = (400, 300)) -> bytes:
    data = BytesIO()
    Image.effect_noise(size, 90).convert("RGB").save(data, form)
    return data.getvalue()


def _plain(form: str, size: tuple[int, int]) -> bytes:
    data = BytesIO()
    Image.new("RGB", size).save(data, form)
    return data.getvalue()


PICTURES: dict[str, Callable[[], bytes]] = {
    "none": lambda: b"",
    "a letter": lambda: b"Dear aunt, this is no photograph." * 40,
    "a cut JPEG": lambda: _broken("JPEG")[:-400],
    "a damaged PNG": lambda: _broken("PNG")[:-4_000] + bytes(4_000),
    "a cut PNG": lambda: _broken("PNG")[:-4_000],
    "a cut WebP": lambda: _broken("WEBP")[:-4_000],
    "a cut TIFF": lambda: _broken("TIFF")[:-4_000],
    "a cut GIF": lambda: _broken("GIF")[:-4_000],
    "a cut HEIC": lambda: (data := a_heic(Image.effect_noise((400, 300), 90).convert("RGB")))[
        : len(data) // 2
    ],
    "an odd HEIC": lambda: b"\x00\x00\x00\x18ftypheic" + bytes(900),
    "a large PNG": lambda: a_png(8000, 8000, 3)[:1000],
    "a huge JPEG": lambda: a_jpeg(65000, 65000),
    "a heavy JPEG": lambda: a_jpeg(12000, 9000, progressive=True),
    "a heavy WebP": lambda: _plain("WEBP", (4000, 3000)),
    "a small one": lambda: _broken("JPEG", (300, 200)),
}


@cache
def _sent(kind: str) -> bytes:
    return PICTURES[kind]()


@pytest.mark.parametrize("kind", PICTURES)
@pytest.mark.parametrize("path", ["/snap", "/enrol/look"])
def test_a_picture_that_cannot_be_read_is_refused_in_a_sentence(
    kind: str, path: str, served: Served, people: dict[str, str]
) -> None:
    form = {"photo": (BytesIO(_sent(kind)), "a.jpg")}
    said = refused(served.phone(), people, path, data=form)
    assert said is not None
    assert is_sentence(said), said
    assert "photograph:" not in said


def test_every_fault_of_a_picture_is_a_sentence_in_every_language() -> None:
    texts = [text for name, text in vars(faults).items() if name.isupper() and isinstance(text, str)]
    texts = [text for text in texts if text not in (faults.NO_SUCH_FILE, faults.NOT_A_FILE)]
    assert len(texts) == 10
    for language in LANGUAGE_NAMES:
        with speaking(language):
            told = [translate(text) for text in texts]
        assert all(map(is_sentence, told)), [text for text in told if not is_sentence(text)]
        assert language == "en" or not set(told) & set(texts)


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/setup/words", {"add": "d4mn'"}),
        ("/setup/words", {"add": "x" * 900}),
        ("/setup/words", {"remove": "ZZYZX"}),
        ("/steward/words", {"add": "<b>"}),
        ("/steward/words", {"remove": "ZZYZX"}),
        ("/enrol/undo", {"name": "../keys"}),
        ("/enrol/undo", {"name": "attic"}),
        ("/enrol/remove", {"name": "attic"}),
        ("/setup", {"game": "no-such-game", "player": ["Ann", "Ben"]}),
        ("/setup", {"game": "lexicon", "player": ["Ann", "Ben"], "pack": "no-such-pack"}),
        ("/setup", {"game": "lexicon", "player": ["Ann", "Ben"], "form": "quick"}),
        ("/setup", {"game": "lexicon", "player": ["Ann", "Ben"], "word_list": "/etc/passwd"}),
        ("/setup", {"game": "lexicon", "player": ["Ann", "Ben"], "out_at": "many"}),
        ("/setup", {"game": "lexicon", "player": ["Ann", "x" * 99]}),
        ("/setup", {"game": "keyword", "player": ["Ann", "Ben"], "board": "torn"}),
        ("/setup/board", {"profile": "name = "}),
        ("/setup/board", {"profile": "squares = 'a"}),
        ("/setup/board", {"profile": "a." * 900 + "a = 1"}),
        ("/setup/board", {"profile": "[" * 9_000}),
        ("/setup/board", {"profile": "x = " + "9" * 9_000}),
        ("/setup/board", {"profile": "squares = 1"}),
        ("/setup/board", {"profile": "sqares = ['r']"}),
        ("/setup/board", {"profile": "squares = ['r']"}),
        ("/setup/board", {"profile": "squares = ['rr', 'rr', 'rr', 'rr', 'rr', 'rr']"}),
        ("/setup/board", {"profile": "squares = ['r\\u202err', 'rrr', 'rrr', 'rrr', 'rrr']"}),
        ("/setup/board", {"profile": "squares = ['x....', '.....', '.....', '.....', '.....']"}),
        ("/setup/board", {"profile": "squares = ['.....', '.....', '.....', '.....', '.....']"}),
    ],
)
def test_what_a_person_writes_wrongly_is_refused_in_a_sentence(
    path: str, form: dict[str, Any], served: Served, people: dict[str, str]
) -> None:
    said = refused(served.phone(), people, path, data=form)
    assert said is None or is_sentence(said), said


def test_a_disk_that_takes_nothing_is_told_without_its_paths(
    served: Served, people: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "/var/lib/table")

    monkeypatch.setattr("device.records.value_files._write", full)
    monkeypatch.setattr(Path, "write_text", full)
    board = boards.SHIPPED.read_text()
    for path, form in (("/setup/words", {"add": "ZAX"}), ("/setup/board", {"profile": board})):
        said = refused(served.phone(), people, path, data=form)
        assert said is not None
        assert is_sentence(said), said
        assert ("full" if people["Accept-Language"] == "en" else "voll") in said


def test_a_damaged_deck_is_told_without_its_path(tmp_path: Path, people: dict[str, str]) -> None:
    with playing(tmp_path) as there:
        path = decks.path_of(tmp_path, "attic")
        path.parent.mkdir()
        path.write_text("{")
        form = {"game": "lexicon", "player": ["Ann", "Ben"], "pack": "attic"}
        said = refused(there.phone(), people, "/setup", data=form)
    assert said is not None
    assert is_sentence(said), said
