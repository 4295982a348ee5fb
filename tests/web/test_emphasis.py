"""Test that words and people are emphasised in the sentences of a page, and that no text of theirs becomes
markup."""

import pytest
from flask import Flask
from markupsafe import Markup

from tests.web.conftest import watcher
from web.emphasis import emphasized

NAMES = ("Ann", "Anna Maria", "Bo & Co", "Will")


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("Ann played KITTEN. 4 cards left.", "<b>Ann</b> played <b>KITTEN</b>. 4 cards left."),
        ("QUIT — T for D in QUID. D goes to Ann's hand.", None),
        ("Anna Maria takes the cards back.", "<b>Anna Maria</b> takes the cards back."),
        ("Annabel isn't here, and I see no words.", "Annabel isn&#39;t here, and I see no words."),
        ("Bo & Co discarded a Master.", "<b>Bo &amp; Co</b> discarded a Master."),
        ("STR★DE isn't in the word list.", "<b>STR★DE</b> isn&#39;t in the word list."),
        ("<script>HELLO</script>", "&lt;script&gt;<b>HELLO</b>&lt;/script&gt;"),
        (Markup('STR<b class="master">I</b>DE stands.'), '<b>STR<b class="master">I</b>DE</b> stands.'),
    ],
)
def test_words_and_people_are_bold(told: str, shown: str | None) -> None:
    quit_for = "<b>QUIT</b> — T for D in <b>QUID</b>. D goes to <b>Ann</b>&#39;s hand."
    assert emphasized(told, NAMES) == (shown or quit_for)


def test_nobody_named_is_nobody_bold() -> None:
    assert emphasized("Ann passed.", ("",)) == "Ann passed."


def test_rulings_and_what_is_seen_stand_out_on_the_pages(app: Flask) -> None:
    assert "<b>Bertrand</b> played <b>MOTHRE</b>" in watcher(app).get("/history").text
    assert "<b>MOTHRE</b> isn&#39;t in the word list." in watcher(app).get("/").text
