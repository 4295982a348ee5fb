"""Test every game on the phone: the cards are shown completely and in the phone's own language."""

import re
from collections.abc import Iterator
from gettext import NullTranslations
from html import unescape

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from engine.catalogue import GAMES
from engine.events import TimeUp
from engine.match import Match
from engine.position import Piles
from engine.table.commands import RecordEvent
from engine.table.referee import Referee
from tests.web.conftest import Keyring
from tests.web.in_play import reached
from web import languages, proposal_views, snapshot_builder
from web.history_fold import FoldedHistory, folded_history
from web.server import Server, create_app
from web.snapshot import Snapshot
from web.snapshot_hub import SnapshotHub, empty_snapshot

GERMAN = "de"
OPEN, CLOSE = "⟦", "⟧"


class _Marked(NullTranslations):
    """A German catalogue that puts every translated text in brackets. A text outside brackets has no
    translation."""

    def __init__(self, german: NullTranslations) -> None:
        super().__init__()
        self._german = german

    def gettext(self, message: str) -> str:
        return f"{OPEN}{self._german.gettext(message)}{CLOSE}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"{OPEN}{self._german.ngettext(msgid1, msgid2, n)}{CLOSE}"


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put brackets around every German text that comes from the catalogue. A text without brackets on a
    German page is then untranslated."""
    monkeypatch.setitem(languages._CATALOGUES, GERMAN, _Marked(languages._CATALOGUES[GERMAN]))


def _played(match: Match) -> bool:
    return match.hand.turns >= 1 and match.turn is not None


@pytest.fixture(scope="module", params=GAMES)
def referee(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Referee:
    """Return the referee of each game in turn, after some turns. In Lexicon Party the bell has ended the
    hand."""
    found = reached(request.param, _played, tmp_path_factory.mktemp("people"))
    return (
        found.after_command(RecordEvent(TimeUp()), 0.0).referee if request.param == "lexicon-party" else found
    )


def _told(referee: Referee, language: str) -> Snapshot:
    assert referee.match is not None
    with languages.speaking(language):
        making = proposal_views.proposed_play(referee.match, referee.proposal)
        return snapshot_builder.snapshot(
            referee.match, folded_history(FoldedHistory(), referee.events), snapshot_builder.LiveParts(making)
        )


@pytest.fixture(scope="module")
def shown() -> Iterator[SnapshotHub]:
    """Provide the hub of the table's phones. It shows one game after another."""
    hub = SnapshotHub(empty_snapshot())
    yield hub
    hub.close()


@pytest.fixture(scope="module")
def page(shown: SnapshotHub, chromium: Browser) -> Iterator[Page]:
    """Provide a phone at the table, which stays open while the games change."""
    gate = Keyring().gate
    server = Server(create_app(shown, lambda _wish: None, keys=gate), "127.0.0.1", 0).start()
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/")
    expect(page.locator("html")).to_have_attribute("data-link", "live")
    yield page
    context.close()
    server.close()


def _cards(page: str) -> int:
    """Return the number of cards that the HTML of a region draws."""
    drawn = len(re.findall(r'<i class="card(?: master| down)?"', page))
    return drawn + len(re.findall(r'<text (?![^>]*class="(?:hour|number)")[^>]*>[^<\s]', page))


def _shown(page: Page, wanted: int) -> int:
    """Return the number of cards on the page: as soon as it is `wanted`, otherwise after ten seconds. The
    parts of a page arrive one by one."""
    for _ in range(100):
        if _cards(page.locator("#region-cards").inner_html()) == wanted:
            break
        page.wait_for_timeout(100)
    return _cards(page.locator("#region-cards").inner_html())


def _lying(match: Match) -> int:
    """Return the number of cards on the table that the match counts, without the stock and the exposed
    card."""
    lines = sum(len(line) - line.count(".") for line in match.position.lines)
    return lines + (match.position.masters if isinstance(match.position, Piles) else 0)


def test_it_shows_what_lies_there_and_the_browser_has_nothing_to_say(
    referee: Referee, shown: SnapshotHub, page: Page
) -> None:
    complaints: list[str] = []
    # While the game was played the server may have had no time for the phone, which then asks again.
    expect(page.locator("html")).to_have_attribute("data-link", "live")

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    page.on("console", heard)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    told = _told(referee, languages.ENGLISH)
    shown.publish(told)
    expect(page.locator("h1.title")).to_have_text(told.game)
    assert referee.match is not None
    assert _shown(page, _lying(referee.match)) == _lying(referee.match)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert complaints == []


@pytest.mark.usefixtures("marked")
def test_nothing_on_it_is_left_in_english(referee: Referee, keyring: Keyring) -> None:
    told = _told(referee, GERMAN)
    hub = SnapshotHub(told)
    hub.publish(told, None, {GERMAN: told})
    app = create_app(hub, lambda _wish: None, keys=keyring.gate)
    page = app.test_client().get("/", headers={"Accept-Language": GERMAN}).text
    hub.close()
    names = "|".join(map(re.escape, (told.game, *(player.name for player in told.players), "PIN")))
    left = re.findall(r"[A-Za-z]*[a-z][A-Za-z]+", re.sub(names, " ", _untranslated(page)))
    assert left == []


def _untranslated(page: str) -> str:
    """Return the visible and spoken text of a page without the bracketed texts. What is left was not
    translated. Moves in notation are left out."""
    body = re.sub(r"(?s)<head>.*?</head>|<script.*?</script>|<code.*?</code>|<title>.*?</title>", " ", page)
    aloud = " ".join(re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', body))
    text = unescape(f"{re.sub(r'<[^>]*>', ' ', body)} {aloud}")
    while re.search(bracketed := f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", text):
        text = re.sub(bracketed, " ", text)
    return text


def test_the_brackets_find_what_is_not_translated() -> None:
    page = f'<p title="{OPEN}Karte{CLOSE}">{OPEN}A {OPEN}und{CLOSE} B{CLOSE} Anne left</p>'
    assert _untranslated(page).split() == ["Anne", "left"]
