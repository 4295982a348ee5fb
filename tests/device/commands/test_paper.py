"""Test `lexicon-table paper`: it reads a party's folder, and reports each mistake in one line."""

import stat
from pathlib import Path

import cv2
import pypdfium2
import pytest
from click.testing import CliRunner, Result

from device.commands.paper import command
from device.errors import UsageFault
from device.party import fact_log
from device.party.fact_log import LogRow, TakenFact
from device.party.paper.sheet import CARD_SIZE
from device.party.records import JOURNAL
from device.party.secret import SECRET_FILE, secret_of
from device.printing.paper import PAPERS, grid
from device.records.journal import Journal
from engine.party import HUB, HubFact, PartySetUp, PlayerEntered
from tests.device.printing.sheets import FINE, pages
from web.party.codes import code_target

SET_UP = PartySetUp("Saturday", "keyword-party", hands=12, minutes=30, seed=4)


def made(*arguments: object) -> Result:
    return CliRunner().invoke(command, [str(one) for one in arguments])


def fault(*arguments: object) -> str:
    result = made(*arguments)
    assert isinstance(result.exception, UsageFault), result.output
    return str(result.exception)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a party of six that is set up and has not begun."""
    journal = Journal(tmp_path / JOURNAL, encode=fact_log.encode, decode=fact_log.decode, clock=lambda: 0.0)
    facts: list[HubFact] = [*(PlayerEntered(f"p{n}", f"Player {n}") for n in range(6)), SET_UP]
    journal.append(*(LogRow(1, n, TakenFact(HUB, n, fact)) for n, fact in enumerate(facts, 1)))
    journal.close()
    return tmp_path


def words(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_range() for page in document]


def test_score_cards_are_those_of_the_party_s_players_and_hands(folder: Path) -> None:
    out = folder / "scores.pdf"
    result = made("scores", "--data", folder, "--out", out)
    assert result.exit_code == 0, result.output
    assert result.stderr == f"{out}: 6 score cards on A4, at 100 %\n"
    text = "".join(words(out))
    assert len(words(out)) == 3
    assert all(text.count(f"Player {n}") == 2 for n in range(6))
    assert "highest total wins" in text


def test_place_cards_carry_codes_of_the_party_s_secret(folder: Path) -> None:
    out = folder / "places.pdf"
    result = made("places", "--data", folder, "--address", "http://hub.local:8000/x", "--out", out)
    assert result.exit_code == 0, result.output
    way, printed = grid(PAPERS["A4"], CARD_SIZE), pages(out.read_bytes())
    assert len(printed) == 2
    # OpenCV misses a QR code here and there, as no phone does: this one is read at some size.
    corner = printed[1][: round((way.top + way.height) * FINE), : round((way.left + way.width) * FINE)]
    sizes = (cv2.resize(corner, None, fx=share, fy=share) for share in (1.0, 0.9, 1.2, 1.5, 0.8, 2.0))
    read = next(filter(None, (cv2.QRCodeDetector().detectAndDecode(one)[0] for one in sizes)), "")
    assert read.startswith("http://hub.local:8000/t/")
    place = code_target(secret_of(folder), read.rpartition("/")[2])
    assert place is not None
    assert (place.purpose, place.number, place.seat) == ("table", 1, 0)


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    assert secret_of(tmp_path) == secret_of(tmp_path)
    assert stat.S_IMODE((tmp_path / SECRET_FILE).stat().st_mode) == 0o600
    assert len(secret_of(tmp_path)) == 32


def test_papers_of_a_party_that_nobody_has_set_up(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("name\nAda\nBen\n陳偉\nDora\n")
    out = tmp_path / "out.pdf"
    result = made("scores", "--data", tmp_path, "--names", tmp_path / "players.csv", "--out", out)
    assert result.exit_code == 0, result.output
    assert result.stderr.splitlines()[0] == (
        "陳偉: the typeface has no 陳 偉. The card has a line to write the name on."
    )
    assert "Ada" in words(out)[0]
    result = made("sheets", "--data", tmp_path, "--tables", 2, "--language", "de", "--out", out)
    assert result.exit_code == 0, result.output
    assert words(out)[1].startswith("Tisch 2")
    result = made("stewards", "--data", tmp_path, "--tables", 12, "--address", "http://h", "--out", out)
    assert result.stderr == f"{out}: cards of 2 stewards on A4, at 100 %\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sheets"], "no party is set up there. Say with --tables how many tables it has."),
        (["scores"], "Say with --names who plays, or with --tables how many tables there are."),
        (["places", "--tables", "2"], "Say with --address where phones find the party"),
        (["places", "--tables", "2", "--address", "hub"], "--address hub: no address such as"),
        (["sheets", "--tables", "2", "--out", "a.png"], "the file is a PDF. Call it a.pdf"),
    ],
)
def test_one_line_says_what_is_missing(tmp_path: Path, arguments: list[str], said: str) -> None:
    assert said in fault(*arguments, "--data", tmp_path)
