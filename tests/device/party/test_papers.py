"""Test that the papers which the host prints lead to the party's own pages."""

import io

import numpy as np
import pypdfium2
import pytest

from device.commands._party import serving
from device.printing.paper import PAPERS
from device.service.party_papers import PAPER_KINDS
from engine.party import HUB, Entry, Fact, PartySetUp, PlayerEntered, RoundBegun, with_entry
from engine.party import Party as PartyOf
from web.party.codes import address
from web.party.hosts import SHEET_SIZES

SECRET = b"the secret"


def party(game: str = "lexicon-party") -> PartyOf:
    found = PartyOf()
    names = ("Ann", "Bob", "Cy", "Dee")
    entered = [PlayerEntered(f"p{n}", name) for n, name in enumerate(names)]
    room = (("p0", "p1", "p2", "p3"),)
    facts: list[Fact] = [*entered, PartySetUp("Saturday", game, 3, 7, 1), RoundBegun(1, room)]
    for number, fact in enumerate(facts, 1):
        found = with_entry(found, Entry(HUB, number, fact))
    return found


def printed(paper: bytes) -> str:
    with pypdfium2.PdfDocument(io.BytesIO(paper)) as document:
        return " ".join("".join(page.get_textpage().get_text_range() for page in document).split())


@pytest.mark.parametrize("kind", PAPER_KINDS)
def test_every_paper_is_a_document_in_the_language_asked_for(kind: str) -> None:
    made = serving.papers(SECRET)[f"{kind}.pdf"]
    english, german = (made(party(), "http://192.168.7.9", language, "A4") for language in ("en", "de"))
    assert english != german
    assert "Saturday" in printed(english)


@pytest.mark.parametrize("size", SHEET_SIZES)
@pytest.mark.parametrize("kind", PAPER_KINDS)
def test_every_paper_lies_on_the_sheet_asked_for(kind: str, size: str) -> None:
    made = serving.papers(SECRET)[f"{kind}.pdf"](party(), "http://192.168.7.9", "en", size)
    paper = PAPERS[size]
    with pypdfium2.PdfDocument(io.BytesIO(made)) as document:
        for page in document:
            wide, tall = (side / 72 * 25.4 for side in page.get_size())
            assert (wide, tall) == pytest.approx((paper.width, paper.height), abs=0.1)
            drawn = np.asarray(page.render(scale=1).to_pil().convert("L"))
            # A printer leaves 4 mm at each edge white.
            edge = round(4 / 25.4 * 72)
            inside = drawn[edge:-edge, edge:-edge]
            assert (drawn < 200).sum() == (inside < 200).sum() > 0


def test_place_cards_lead_to_the_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[str]()
    monkeypatch.setattr("device.party.paper.place.draw_code", lambda *what: drawn.append(what[-1]))
    serving.papers(SECRET)["places.pdf"](party(), "http://192.168.7.9", "en", "A4")
    assert set(drawn) >= {f"http://192.168.7.9{address(SECRET, 'table', 0, seat)}" for seat in range(4)}


@pytest.mark.parametrize("game", ["lexicon-party", "keyword-party"])
def test_papers_speak_of_the_scores_of_their_game(game: str) -> None:
    lexicon, made = game == "lexicon-party", serving.papers(SECRET)
    sheet, card = (
        printed(made[f"{kind}.pdf"](party(game), "http://192.168.7.9", "en", "A4"))
        for kind in ("sheets", "scores")
    )
    assert ("what each player's cards count" in sheet) == ("The winner moves up" in sheet) == lexicon
    assert ("Fines" in card) == lexicon
    assert "Total" in card


def test_the_card_of_a_steward_with_one_table_names_that_table() -> None:
    paper = serving.papers(SECRET)["stewards.pdf"](party(), "http://192.168.7.9", "en", "A4")
    assert "Table 1 Saturday" in printed(paper)
    assert "Tables" not in printed(paper)
