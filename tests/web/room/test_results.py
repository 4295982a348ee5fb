"""The host downloads what came of the party, and nobody else does."""

from engine.party import Party
from tests.web.room.conftest import SECRET, phone
from tests.web.room.evening import at, played
from tests.web.room.folded import begun
from web.room.application import create_app


def names(party: Party) -> bytes:
    """A file of everybody's name."""
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
