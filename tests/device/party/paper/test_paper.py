"""Test a party's papers: a camera reads their codes, names are set in their own letters, and nothing is
printed on a cutting line."""

from itertools import product

import cv2
import numpy as np
import pypdfium2
import pytest

from device.party.paper import (
    Occasion,
    PrintedScoreCard,
    fallback_pdf,
    place_cards_pdf,
    score_cards_pdf,
    steward_cards_pdf,
    unprintable_names,
)
from device.party.paper.sheet import CARD_SIZE, fitted, lines
from device.printing.paper import MARGIN_MM, PAPERS, Paper, grid
from device.printing.pen import width_of
from tests.device.printing.sheets import FINE, pages, sizes
from vision.crops import Picture
from web.languages import LANGUAGE_NAMES, translator
from web.party.codes import address, code_target

A4, LETTER = PAPERS["A4"], PAPERS["Letter"]
LONG = "Maximiliane Freifrau von der Leyen-Übelgö"
SECRET = bytes(range(32))


def occasion(language: str = "en", hands: int = 5, name: str = "Saturday") -> Occasion:
    return Occasion(name, hands, True, translator(language))


def code(table: int, seat: int) -> str:
    return f"http://192.168.178.241:8000{address(SECRET, 'table', table, seat)}"


def cut(pdf: bytes, paper: Paper) -> list[Picture]:
    """Cut the cards of every page along their marks."""
    way = grid(paper, CARD_SIZE)
    found = []
    for page in pages(pdf):
        for cell in map(way.cell, range(way.size)):
            x, y = round(cell.x * FINE), round(cell.y * FINE)
            found.append(page[y : y + round(way.height * FINE), x : x + round(way.width * FINE)])
    return found


def texts(pdf: bytes) -> list[str]:
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_range() for page in document]


def white(picture: Picture) -> bool:
    return bool((picture == 255).all())


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_a_camera_reads_every_place_card_s_code(paper: Paper) -> None:
    cards = cut(place_cards_pdf(occasion(), paper, 2, code), paper)
    read = [cv2.QRCodeDetector().detectAndDecode(card)[0] for card in cards]
    assert read == [code(table, seat) for table, seat in product(range(2), range(4))]
    found = code_target(SECRET, read[6].rpartition("/")[2])
    assert found is not None
    assert (found.number, found.seat) == (1, 2)


def test_a_steward_s_card_names_the_tables_and_holds_a_code() -> None:
    pdf = steward_cards_pdf(occasion(), A4, [range(10), range(10, 12)], lambda n: f"http://hub:8000/s/{n}")
    assert "Tables 11 to 12" in texts(pdf)[0].replace("\r\n", "\n")
    cards = cut(pdf, A4)
    assert [cv2.QRCodeDetector().detectAndDecode(card)[0] for card in cards[:2]] == [
        "http://hub:8000/s/0",
        "http://hub:8000/s/1",
    ]
    assert white(cards[2])


@pytest.mark.parametrize(("paper", "language"), [*product([A4, LETTER], LANGUAGE_NAMES)], ids=str)
def test_nothing_is_printed_where_a_card_is_cut_or_folded(paper: Paper, language: str) -> None:
    one = occasion(language, 10, LONG)
    places = cut(place_cards_pdf(one, paper, 1, code), paper)
    stewards = cut(steward_cards_pdf(one, paper, [range(990, 1000)], lambda n: code(0, n)), paper)
    scores = cut(score_cards_pdf(one, paper, [PrintedScoreCard(LONG, 999)] * 4), paper)
    edge = round(4 * FINE)
    for card in (*places, *stewards, *scores):
        inner = card[edge:-edge, edge:-edge]
        whole = np.full_like(card, 255)
        whole[edge:-edge, edge:-edge] = inner
        assert (whole == card).all()
    for card in places:
        middle = len(card) // 2
        assert white(card[middle - edge : middle + edge])


@pytest.mark.parametrize(
    ("paper", "language", "hands"), [*product([A4, LETTER], LANGUAGE_NAMES, [1, 10, 11])], ids=str
)
def test_a_table_s_sheet_keeps_clear_of_the_paper_s_edge(paper: Paper, language: str, hands: int) -> None:
    pdf = fallback_pdf(occasion(language, hands, LONG), paper, 3)
    assert len(sizes(pdf)) == (6 if hands > 10 else 3)
    assert sizes(pdf)[0] == pytest.approx((paper.width, paper.height), abs=0.1)
    edge = round(MARGIN_MM * FINE)
    for page in pages(pdf, FINE):
        blank = np.full_like(page, 255)
        blank[edge:-edge, edge:-edge] = page[edge:-edge, edge:-edge]
        assert (blank == page).all()


@pytest.mark.parametrize("name", ["Zoë Łukasiewicz", "Мария", "Ελένη", "Nguyễn Thị Ánh", "Đorđe"])
def test_a_name_is_printed_in_its_letters(name: str) -> None:
    assert unprintable_names([name]) == {}
    assert name in texts(score_cards_pdf(occasion(), A4, [PrintedScoreCard(name, 6)]))[0]


def test_a_name_that_the_typeface_lacks_leaves_a_line_to_write_on() -> None:
    assert unprintable_names(["Ada", "陳 An", "שרה"]) == {"陳 An": "陳", "שרה": "שרה"}
    named, bare = (score_cards_pdf(occasion(), A4, [PrintedScoreCard(name)]) for name in ("陳 An", ""))
    assert named == bare


def test_more_hands_than_a_card_has_room_for_are_carried_on() -> None:
    (page,) = texts(score_cards_pdf(occasion(hands=11), A4, [PrintedScoreCard("Ada", 0)]))
    assert page.count("Ada") == 2
    assert "Carried on" in page
    assert "11" in page


def test_a_score_card_says_who_wins() -> None:
    low, high = (Occasion("Saturday", 3, lowest, translator("en")) for lowest in (True, False))
    assert "lowest total wins" in texts(score_cards_pdf(low, A4, [PrintedScoreCard()]))[0]
    assert "highest total wins" in texts(score_cards_pdf(high, A4, [PrintedScoreCard()]))[0]


def test_the_same_papers_have_the_same_bytes() -> None:
    assert place_cards_pdf(occasion(), A4, 1, code) == place_cards_pdf(occasion(), A4, 1, code)


def test_a_text_is_made_smaller_first_and_then_cut_off() -> None:
    assert fitted("Ada", 4, 100) == ("Ada", 4)
    said, cap = fitted(LONG, 4, 80)
    assert said == LONG
    assert width_of(said, cap, "names") == pytest.approx(80)
    said, cap = fitted(LONG, 4, 20)
    assert said.endswith("…")
    assert LONG.startswith(said[:-1])
    assert width_of(said, cap, "names") <= 20


def test_a_text_is_broken_between_words() -> None:
    text = "A player who moves to another table leaves this card here."
    found = lines(text, 2, 30)
    assert " ".join(found) == text
    assert all(width_of(line, 2, "captions") <= 30 for line in found)
