"""Test every kind of question that the table can ask, from the picture to the phone and back: it names its
person, shows its cards, can wait, and every answer does what it says."""

import ast
import re
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from types import FrameType
from typing import Any, get_args

import pytest

import web
from engine.events import QuestionAsked, Subject
from engine.turn.mismatch import PictureAnswer
from tests.web.asked import CASES, Case
from tests.web.conftest import read
from web.languages import LANGUAGE_NAMES

HOME = Path(str(web.__file__)).parent.parent
ROOTS = [HOME / room for room in ("engine", "device", "web")]
TEMPLATES = HOME / "web" / "templates"


def askers() -> set[tuple[str, str]]:
    """Return the file and the name of every function in the program that makes a `QuestionAsked`."""
    found = set()
    for file in (file for root in ROOTS for file in root.rglob("*.py")):
        for function in ast.walk(ast.parse(file.read_text())):
            if isinstance(function, ast.FunctionDef):
                calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
                if any(isinstance(func, ast.Name) and func.id == "QuestionAsked" for func in calls):
                    found.add((str(file), function.name))
    return found


def caller(frame: FrameType) -> tuple[str, str]:
    """Return the file and the name of the function that runs in `frame`."""
    return frame.f_code.co_filename, frame.f_code.co_name


def test_no_kind_of_question_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    made, abouts, begin = set(), set(), QuestionAsked.__init__

    def recorded(self: QuestionAsked, *args: Any, **kwargs: Any) -> None:
        begin(self, *args, **kwargs)
        made.add(caller(sys._getframe(1)))
        abouts.add(self.about)

    monkeypatch.setattr(QuestionAsked, "__init__", recorded)
    offered = {
        choice.value for case in CASES.values() for one in case.asks().questions for choice in one.choices
    }
    assert askers() <= made
    assert abouts == set(get_args(Subject))
    assert set(get_args(PictureAnswer)) <= offered


@pytest.fixture(params=CASES.items(), ids=lambda item: item[0])
def case(request: pytest.FixtureRequest) -> Case:
    """Return each kind of question in turn, as a case."""
    found: Case = request.param[1]
    return found


def test_it_is_a_question_to_its_person_in_every_language(case: Case) -> None:
    table = case.asks()
    texts = set()
    for language in LANGUAGE_NAMES:
        asked = table.shown(language).question
        assert asked is not None
        assert asked.text.endswith("?")
        assert case.name in asked.text
        texts.add(asked.text)
        labels = [choice.label for choice in asked.choices]
        assert len(set(labels)) == len(labels)
        assert all(len(label.split()) > 1 or label.isupper() for label in labels), labels
    assert len(texts) == len(LANGUAGE_NAMES)


def test_the_cards_it_is_about_are_shown(case: Case) -> None:
    table = case.asks()
    (asked, *_) = table.questions
    names = [*asked.pictures, *(choice.picture for choice in asked.choices if choice.picture)]
    assert bool(names) == case.cards
    for name in names:
        picture = table.phone.get(f"/cards/{name}.jpg")
        assert (picture.status_code, picture.mimetype) == (200, "image/jpeg")
        assert f"/cards/{name}.jpg" in table.phone.get("/").text


def test_a_phone_shows_it_with_its_answers_and_it_can_wait(case: Case) -> None:
    table = case.asks()
    (question, *_) = table.questions
    for language in LANGUAGE_NAMES:
        asked = table.shown(language).question
        assert asked is not None
        page = table.phone.get("/", headers={"Accept-Language": language}).text
        (shown,) = re.findall(rf'<details class="question" id="q-{asked.id}".*?</details>', page, re.S)
        assert asked.text in read(shown)
        assert ">Not now<" in shown or language != "en"
        assert set(re.findall(r' form="(\w+)"', page)) <= set(re.findall(r'<form id="(\w+)"', page))
        buttons = re.findall(
            r'<button form="answer" name="choice" value="[^"]*">(?:<img[^>]*>)?([^<]+)<', shown
        )
        assert [unescape(text) for text in buttons] == [choice.label for choice in asked.choices]
    first = {"question": question.id, "choice": question.choices[0].value}
    assert table.phone.post("/api/answer", data=first).status_code == 202
    assert table.hears().books == next(iter(case.follows.values()))


def answers() -> Iterator[Any]:
    """Yield a test parameter for each answer of each kind of question: the kind, the text of the button,
    and what must follow."""
    for name, one in CASES.items():
        for label, follows in one.follows.items():
            yield pytest.param(one, label, follows, id=f"{name}: {label}")


@pytest.mark.parametrize(("one", "label", "follows"), list(answers()))
def test_an_answer_does_what_it_says(one: Case, label: str, follows: str) -> None:
    table = one.asks()
    (asked, *_) = table.questions
    assert [choice.label for choice in asked.choices] == list(one.follows)
    value = next(choice.value for choice in asked.choices if choice.label == label)
    table.taps(asked.id, value)
    assert table.books == follows
    assert asked.id not in {left.id for left in table.questions}


@pytest.mark.parametrize("name", [name for name, one in CASES.items() if one.meanwhile])
def test_the_game_goes_on_while_it_waits(name: str) -> None:
    one = CASES[name]
    table = one.asks()
    (asked, *_), turns = table.questions, table.match.hand.turns
    assert one.meanwhile is not None
    one.meanwhile(table)
    assert table.match.hand.turns > turns
    assert asked.id in {left.id for left in table.questions}


def test_no_button_says_yes_or_no_alone() -> None:
    texts = (file.read_text() for file in TEMPLATES.rglob("*.html"))
    labels = {label for text in texts for label in re.findall(r'<button[^>]*>\{\{ _\("([^"]+)"', text)}
    assert len(labels) > 20
    assert not labels & {"Yes", "No", "OK", "Cancel"}
