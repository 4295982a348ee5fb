"""The papers that the host prints from their page lead to the party's own pages."""

import io

import pypdfium2
import pytest

from device.commands._party import serving
from device.service.party_papers import KINDS
from engine.party import HUB, Entry, Fact, PartySetUp, PlayerEntered, RoundBegun, taken
from engine.party import Party as PartyOf
from web.room.codes import address

SECRET = b"the secret"


def party() -> PartyOf:
    found = PartyOf()
    names = ("Ann", "Bob", "Cy", "Dee")
    entered = [PlayerEntered(f"p{n}", name) for n, name in enumerate(names)]
    room = (("p0", "p1", "p2", "p3"),)
    facts: list[Fact] = [*entered, PartySetUp("Saturday", "lexicon-party", 3, 7, 1), RoundBegun(1, room)]
    for number, fact in enumerate(facts, 1):
        found = taken(found, Entry(HUB, number, fact))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_paper_is_a_document_in_the_language_asked_for(kind: str) -> None:
    made = serving.papers(SECRET)[f"{kind}.pdf"]
    english, german = (made(party(), "http://192.168.7.9", language) for language in ("en", "de"))
    assert english != german
    with pypdfium2.PdfDocument(io.BytesIO(english)) as document:
        text = "".join(page.get_textpage().get_text_range() for page in document)
    assert "Saturday" in text


def test_place_cards_lead_to_the_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[str]()
    monkeypatch.setattr("device.party.paper.place.draw_code", lambda *what: drawn.append(what[-1]))
    serving.papers(SECRET)["places.pdf"](party(), "http://192.168.7.9", "en")
    assert set(drawn) >= {f"http://192.168.7.9{address(SECRET, 'table', 0, seat)}" for seat in range(4)}
