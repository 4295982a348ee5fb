"""Test that players read plain text: no notation, no clause code and no file name on any page of any game."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from flask import Flask

from engine.catalogue import GAMES
from engine.events import AnyEvent
from engine.match import Match, fold
from tests.web.conftest import Caller, Keyring, watcher
from tests.web.in_play import reached
from tests.web.played import JOURNAL, Kept
from tests.web.table_behind import Does, doing
from web import history_fold, languages, snapshot_builder
from web.server import create_app
from web.snapshot_hub import SnapshotHub

SPOKEN = ("en", "de")
_FILES = "json|toml|txt|csv|jpe?g|png|py|log|svg|bin|mo|po"
CODES = {
    "a clause": r"\b(?:ALL|LEX|PTY|XW|LG|KW|KP|S1|S2|CLK|WS|MW)-[A-Z0-9]{1,2}\b",
    "a move": r"(?<!\w)(?:\+[A-Za-z?]{2,}|\d+:[A-Za-z?.-]+[<=~]|-[A-Z?#]\^?(?![\w'’])|\*[A-Z#?])|\w@[\d^>]",
    "a position": r"[A-Z]\|[A-Z#.]|[A-Z.];[A-Z.]|(?<![\w.])\.{2,}[A-Z?]|\[[A-Z;.]*\]\d|(?<= )/[A-Z?](?!\w)",
    "a Master in small": r"\b[A-Z]+[a-z][A-Z]+\b|\b[a-z][A-Z]{2,}\b|[A-Z]\?[A-Z]|(?<!\w)\?[A-Z]{2,}",
    "a square": r"(?<![\w.])(?!A4\b)[A-S]\d{1,2}(?!\w)",
    "a file": rf"\b[\w-]+\.(?:{_FILES})\b|\b(?:JSON|CSV|TOML|GPIO\d*|API|URL)\b",
    "a command": r"lexicon-table|\b[Nn]otation\b",
}
"""The regular expressions that find code in a page's text, by the kind of code. A4 is not found as a square
of a board, since pages name this size of paper."""
FOR_WHOEVER_KEEPS_THE_TABLE = {"/privacy": "a command"}
"""Exceptions: the kind of code that a page may show, by the page's address. The page on privacy shows the
command that deletes data."""
FIRST = ("/", "/tv", "/regions", "/play-here", "/play-here/table", "/setup/view", "/look/cards", "/snap")
"""The addresses at which the walk through the pages begins. No link leads to some of them: a script requests
them, or they are pages of the virtual table."""
EVERYBODY = {
    "/",
    "/history",
    "/rules",
    "/statistics",
    "/party",
    "/look",
    "/setup",
    "/play-here",
    "/join",
    "/tv",
}
EVERYBODY |= {"/enrol", "/more", "/privacy", "/steward"}


def visible(page: str) -> str:
    """Return the text of a page, with spoken texts and the contents of fields."""
    body = re.sub(r"(?s)<head>.*?</head>|<script.*?</script>|<template.*?</template>", " ", page)
    aloud = re.findall(
        r'\s(?:aria-label|title|placeholder|alt|data-[\w-]*hint|data-may|data-wait)="([^"]*)"', body
    )
    fields = re.findall(r'<input(?![^>]*type="(?:hidden|radio|checkbox)")[^>]*\svalue="([^"]*)"', body)
    return unescape(" ¶ ".join([re.sub(r"<[^>]*>", " ", body), *aloud, *fields]))


def pages_of(caller: Caller, language: str) -> Iterator[tuple[str, str]]:
    """Yield the address and the text of every page in `language` that can be reached from the addresses of
    `FIRST`."""
    waiting, known = list(FIRST), set[str]()
    while waiting:
        address = waiting.pop()
        if address in known:
            continue
        known.add(address)
        answer = caller.get(address, headers={"Accept-Language": language})
        if answer.status_code != 200 or answer.mimetype != "text/html":
            continue
        yield address, visible(answer.text)
        found = re.findall(r'(?:href|hx-get)="(/[^"#?]*)', answer.text)
        waiting += [one for one in found if not one.startswith(("/static", "/api", "/rules/"))]


def coded(told: str, address: str = "") -> list[str]:
    """Return each piece of code in the text of a page, with its kind and the words around it."""
    return [
        f"{address}: {kind}: {told[max(0, hit.start() - 30) : hit.end() + 20]!r}"
        for kind, pattern in CODES.items()
        for hit in re.finditer(pattern, told)
        if FOR_WHOEVER_KEEPS_THE_TABLE.get(address) != kind
    ]


def served(events: tuple[AnyEvent, ...], keyring: Keyring) -> Iterator[Flask]:
    """Provide the pages of a table that has had these events."""
    match = fold(events)
    assert match is not None
    told = {}
    for language in SPOKEN:
        with languages.speaking(language):
            told[language] = snapshot_builder.snapshot(
                match, history_fold.folded_history(history_fold.FoldedHistory(), events)
            )
    hub = SnapshotHub(told["en"])
    hub.publish(told["en"], None, told)
    yield create_app(hub, lambda _wish: None, keys=keyring.gate, services=doing(Does(), Kept(journal=events)))
    hub.close()


def enough(match: Match) -> bool:
    """Return True if the match has had six turns in its first hand, or is further on."""
    return match.over or match.hand.turns >= 6 or match.hand.number > 1


@pytest.fixture(scope="module", params=[*GAMES, "put right"])
def events(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[AnyEvent, ...]:
    """Return events of each game in turn. The last case is a match with a challenge and a corrected turn."""
    if request.param == "put right":
        return JOURNAL
    seed = (
        2 if request.param == "solitaire-2" else 1
    )  # the first game takes every top card, which looks like another table
    folder = tmp_path_factory.mktemp("people")
    return tuple(reached(request.param, enough, folder, seed=seed).events)


@pytest.mark.parametrize("language", SPOKEN)
def test_no_page_shows_notation_clause_codes_or_files(
    events: tuple[AnyEvent, ...], language: str, keyring: Keyring
) -> None:
    (app,) = served(events, keyring)
    found, addresses = list[str](), set[str]()
    for steward in (True, False):
        caller = watcher(app)
        for address, told in pages_of(caller.seated(0).steward() if steward else caller, language):
            addresses.add(address)
            found += coded(told, address)
    assert found == []
    assert addresses >= EVERYBODY
    assert any(re.fullmatch(r"/history/\d+", address) for address in addresses)


@pytest.mark.parametrize(
    "code",
    [
        *(
            "(LEX-C1)",
            "+KITTEN",
            "-H",
            "1:QUID=QUIT",
            "L@^>11",
            "HOME@3,3",
            "STRiDE",
            "STR?DE",
            "at C7",
            "*QX",
        ),
        *("-Q^", "matches.csv", "For programs (JSON)", "GPIO17", "MO|H", "..CAT", "CAT /Q", "In notation"),
    ],
)
def test_the_crawl_knows_code_when_it_sees_it(code: str) -> None:
    assert coded(code)


@pytest.mark.parametrize(
    "told",
    [
        *(
            "Anne +80, Cora +35.",
            "10 penalty points for Anne.",
            "QUIT — T for D in QUID.",
            "STR★DE",
            "Is it QUIZ?",
            "Wi-Fi",
            "0:42",
        ),
        *("A PDF for A4 sheets", "GIVE's word"),
    ],
)
def test_the_crawl_lets_plain_words_be(told: str) -> None:
    assert coded(told) == []
