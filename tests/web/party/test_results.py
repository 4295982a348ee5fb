"""Test that the host downloads the party's results, and no other phone does."""

from engine.party import Party
from tests.web.party.conftest import SECRET, phone
from tests.web.party.evening import at, played
from tests.web.party.folded import FoldedRoom, begun
from web.party.application import create_app


def names(party: Party) -> bytes:
    """Return the names of all players as a file. It stands in for an export."""
    return "\n".join(party.names.values()).encode()


def test_the_host_downloads_the_results_as_they_are_now() -> None:
    room = begun()
    app = create_app(room, SECRET, results={"party.csv": names})
    played(app, room)
    host = phone(app).host()
    assert 'href="/host/results/party.csv"' in host.get("/host").text
    answer = host.get("/host/results/party.csv")
    assert (answer.status_code, answer.mimetype) == (200, "text/csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="party.csv"'
    assert answer.text.splitlines()[0] == "Ann"
    assert host.get("/host/results/party.pdf").status_code == 404
    assert at(app, room, 0).get("/host/results/party.csv").status_code == 403
    assert "/host/results" not in phone(app).steward().get("/steward").text


def asked(party: Party, root: str, language: str, size: str) -> bytes:
    """Return the arguments as text. The function stands in for the maker of papers."""
    return f"{len(party.names)} {root} {language} {size}".encode()


def test_the_host_prints_the_papers_with_the_address_that_phones_open() -> None:
    room = begun()
    app = create_app(room, SECRET, address=lambda: "192.168.7.9", papers={"places.pdf": asked})
    host = phone(app).host()
    shown = host.get("/host").text
    assert '<button class="button" formaction="/host/papers/places.pdf">Place cards</button>' in shown
    assert '<option value="A4">A4</option><option value="Letter">US Letter</option>' in shown
    answer = host.get("/host/papers/places.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="places.pdf"'
    assert answer.text == "8 http://192.168.7.9 en A4"
    assert host.get("/host/papers/places.pdf?size=Letter").text == "8 http://192.168.7.9 en Letter"
    assert host.get("/host/papers/places.pdf?size=napkin").status_code == 404
    assert host.get("/host/papers/scores.pdf").status_code == 404
    assert at(app, room, 0).get("/host/papers/places.pdf").status_code == 403
    assert "/host/papers" not in phone(app).steward().get("/steward").text


def test_no_paper_is_printed_while_no_phone_can_open_its_codes() -> None:
    app = create_app(begun(), SECRET, papers={"places.pdf": asked})
    answer = phone(app).host().get("/host/papers/places.pdf")
    assert answer.status_code == 404
    assert "not on a network" in answer.text


def test_there_is_no_paper_before_the_seats_are_drawn() -> None:
    app = create_app(FoldedRoom(), SECRET, address=lambda: "192.168.7.9", papers={"places.pdf": asked})
    assert phone(app).host().get("/host/papers/places.pdf").status_code == 404
