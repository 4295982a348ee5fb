"""Test that the steward adds and removes offensive words, and that no other phone sees them."""

from flask import Flask

from tests.web.conftest import watcher
from tests.web.table_behind import Does


def test_the_steward_adds_and_removes_words(app: Flask, does: Does) -> None:
    steward = watcher(app).steward()
    assert "/steward/words" in steward.get("/steward").text
    page = steward.get("/steward/words").text
    assert 'value="DRAT"' in page
    assert steward.post("/steward/words", data={"add": "zounds"}).headers["Location"] == "/steward/words"
    assert steward.post("/steward/words", data={"remove": "DRAT"}).status_code == 303
    assert does.asked == [("screen", "zounds", True), ("screen", "DRAT", False)]


def test_what_is_no_word_is_refused_in_a_sentence(app: Flask) -> None:
    refused = watcher(app).steward().post("/steward/words", data={"add": "d4mn"})
    assert refused.status_code == 409
    assert "is not a word" in refused.text
