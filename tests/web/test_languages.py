"""Test every text in every language, rulings included, and that each phone has its own language."""

import re
from collections.abc import Iterator
from dataclasses import replace
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask

import web
from engine.events import QuestionAsked, Subject
from engine.i18n import cards, english, joined
from engine.moves import Insert
from engine.ruling import NotListed, SeveralExplanations
from engine.wording import say
from engine.words import WordRefusal
from tests.web.conftest import watcher
from web import languages, question_views
from web.snapshot import Snapshot
from web.snapshot_hub import SnapshotHub

ROOT = Path(web.__file__).parent.parent
CATALOGUES = sorted((ROOT / "web" / "languages").glob("*.po"))
KEYWORDS = {
    **dict.fromkeys(("_", "N_", "tr", "translate", "UserError", "Sentence")),
    "plural": (1, 2),
}
MANY = 400
"""The least number of texts that the gathering must find, as a check that it finds them at all."""


def texts() -> Iterator[str]:
    """Return every text for people, gathered as `deploy/languages.sh` does."""
    with (ROOT / "deploy" / "languages.cfg").open() as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    for room in ("engine", "web", "device"):
        own = [(pattern[len(room) + 1 :], how) for pattern, how in methods if pattern.startswith(f"{room}/")]
        kept = {pattern[len(room) + 1 :]: options.get(pattern, {}) for pattern, _ in methods}
        for _, _, message, _, _ in extract_from_dir(ROOT / room, own, kept, keywords=KEYWORDS):
            yield from message if isinstance(message, tuple) else (message,)


def test_the_texts_are_gathered() -> None:
    assert len(set(texts())) > MANY


def places(text: str) -> set[str]:
    """Return the placeholders of a text: `{name}` in the source, `%(name)s` and `%(num)d` in templates."""
    return {one or other for one, other in re.findall(r"\{(\w+)[^}]*\}|%\((\w+)\)[sd]", text)}


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.stem)
def test_every_text_is_translated(catalogue: Path) -> None:
    with catalogue.open("rb") as file:
        translated = {
            one
            for message in read_po(file)
            if message.string and all(message.string)
            for one in (message.id if isinstance(message.id, tuple) else (message.id,))
        }
    missing = set(texts()) - translated
    assert missing == set(), "run deploy/languages.sh, then translate these in the catalogue"


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.stem)
def test_a_translation_has_the_places_of_its_text(catalogue: Path) -> None:
    with catalogue.open("rb") as file:
        for message in read_po(file):
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            told = message.string if isinstance(message.string, tuple) else (message.string,)
            for one, other in zip(ids, told, strict=True):
                if other:
                    assert places(str(one)) == places(str(other)), one


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.stem)
def test_what_the_table_reads_is_what_people_edited(catalogue: Path) -> None:
    made = BytesIO()
    with catalogue.open("rb") as file:
        write_mo(made, read_po(file))
    made.seek(0)
    edited = GNUTranslations(made)
    with catalogue.with_suffix(".mo").open("rb") as file:
        read = GNUTranslations(file)
    for text in texts():
        assert read.gettext(text) == edited.gettext(text), "run deploy/languages.sh"


def test_every_catalogue_has_a_name_and_every_name_a_catalogue() -> None:
    assert {path.stem for path in CATALOGUES} | {languages.ENGLISH} == set(languages.LANGUAGE_NAMES)


def test_rulings_are_told_in_german() -> None:
    tr = languages.translator("de")
    refused = NotListed("MOTHRE", WordRefusal.NOT_LISTED, "ALL-1")
    assert say(refused, tr) == "MOTHRE steht nicht in der Wortliste."
    played = Insert(0, "OTHER", "SMOTHER")
    assert say(played, tr, "Anne") == "SMOTHER — Anne ergänzt OTHER um M und S."
    both = SeveralExplanations(played, (refused,))
    assert say(both, tr, "Anne") == (
        "Das könnte zweierlei sein. SMOTHER — Anne ergänzt OTHER um M und S. "
        "Oder: MOTHRE steht nicht in der Wortliste."
    )


@pytest.mark.parametrize("about", get_args(Subject))
def test_every_kind_of_question_is_asked_in_german(about: Subject) -> None:
    asked = QuestionAsked(0, "CAT", "COT", "What was played?", ("CAT", "COT"), about)
    with languages.speaking("de"):
        told = question_views.question_shown(asked)
    english = question_views.question_shown(asked)
    assert told.text.endswith("?")
    assert english.text.endswith("?")
    assert told.text != english.text
    assert told.choices[-1].label != english.choices[-1].label


def test_lists_are_joined_as_the_language_does() -> None:
    assert joined(("A", "B", "C"), english) == "A, B and C"
    assert joined(("A",), english) == "A"
    assert joined((), english) == ""
    assert cards("A?", languages.translator("de")) == "A und Joker"


@pytest.mark.parametrize(
    ("wanted", "told"),
    [("de-AT,de;q=0.9,en;q=0.5", "de"), ("fr,en;q=0.5", "en"), ("fr", "en"), ("", "en"), ("en-GB", "en")],
)
def test_a_phone_reads_what_its_browser_asks_for(app: Flask, wanted: str, told: str) -> None:
    page = watcher(app).get("/", headers={"Accept-Language": wanted}).text
    assert f'<html lang="{told}"' in page


def test_a_phone_may_choose_another(app: Flask, hub: SnapshotHub, table: Snapshot) -> None:
    assert table.ruling is not None
    german = replace(table, ruling=replace(table.ruling, sentence="MOTHRE steht nicht in der Wortliste."))
    hub.publish(table, None, {"de": german})
    caller = watcher(app).knowing_its_token()
    assert "in the word list" in caller.get("/").text
    assert caller.post("/more/language", data={"language": "de"}).status_code == 303
    page = caller.get("/").text
    assert "steht nicht in der Wortliste" in page
    assert "Gilt nicht" in page
    assert "Gilt nicht" in caller.get("/regions").text
    assert "Zug ist fertig" in caller.seated(1).get("/").text


def test_a_language_nobody_speaks_is_refused_in_a_sentence(app: Flask) -> None:
    answer = watcher(app).knowing_its_token().post("/more/language", data={"language": "tlh"})
    assert answer.status_code == 400
    assert answer.json == {"error": "This table does not speak that language."}


def test_one_phone_does_not_change_anothers_language(app: Flask) -> None:
    german = watcher(app).knowing_its_token()
    german.post("/more/language", data={"language": "de"})
    assert '<html lang="de"' in german.get("/").text
    assert '<html lang="en"' in watcher(app).get("/").text
    assert languages.spoken() == languages.ENGLISH
