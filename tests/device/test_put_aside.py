"""Test that damaged optional files are put aside: the table starts without them, and its page says so."""

import errno
import os
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from device.app import play
from device.demo import Demo, demo
from device.errors import UsageFault
from device.lab.bench.brisk import FastDemo
from device.records.event_codec import decode, encode
from device.records.journal import Journal
from device.records.rescue import last_number, read_head
from device.records.resilient_journal import ResilientJournal
from device.records.troubles import Trouble, settings_unread
from device.records.value_files import keep
from device.running.inbox import TimePassed
from device.settings import NO_CAMERA, CameraSettings, GameSettings, Settings, TableSettings, WebSettings
from device.virtual.tabletop.sketch_camera import Sketch
from engine.events import AnyEvent, MatchEnded, MatchSetUp, TurnFinished
from engine.i18n import Sentence

LOCAL = WebSettings(host="127.0.0.1", port=0)


def started(
    data: Path, word_list: str = "default", unread: Trouble | None = None, camera: str = NO_CAMERA
) -> tuple[Trouble, ...]:
    """Start a table in `data` and stop it again, without a camera unless one is named. Return the troubles
    on its page."""
    settings = Settings(
        game=GameSettings(players=("Anne", "Ben"), word_list=word_list),
        camera=CameraSettings(source=camera),
        table=TableSettings(data=str(data), pins="none"),
        web=LOCAL,
    )
    return troubles(settings, unread)


def troubles(settings: Settings, unread: Trouble | None = None) -> tuple[Trouble, ...]:
    table = play(settings, settings_trouble=unread)
    with closing(table.resources):
        table.server.start()
        table.server.close()
        table.loop.handle(TimePassed())
        table.loop.do_housekeeping()
        return table.loop.view.troubles


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("keys.json", "The table's keys were damaged."),
        ("words.json", "The table's choice of words was damaged."),
        ("deck.json", "The choice of deck was damaged."),
    ],
)
def test_a_damaged_file_is_put_aside_and_told_once(tmp_path: Path, name: str, said: str) -> None:
    assert started(tmp_path) == ()
    (tmp_path / name).write_bytes(b'{"seats": \xff')
    (told,) = started(tmp_path)
    aside = f"{Path(name).stem}.damaged-1.json"
    assert (told.kind, str(told.text)) == ("file damaged", said)
    assert str(told.advice).endswith(f"The damaged file is kept as {aside}.")
    assert (tmp_path / aside).read_bytes() == b'{"seats": \xff'
    assert started(tmp_path) == ()


NO_FILES = pytest.mark.parametrize(
    "harm",
    [
        Path.mkdir,
        lambda path: path.symlink_to(path.name),
        lambda path: path.symlink_to("/nowhere/at/all"),
        os.mkfifo,
    ],
    ids=["folder", "loop", "broken link", "pipe"],
)
"""Functions that put something other than a file in a file's place, as the repair of a disk or a person
might."""


@pytest.mark.parametrize("name", ["keys.json", "words.json", "deck.json", "camera.json"])
@NO_FILES
def test_what_is_no_file_is_put_aside(tmp_path: Path, name: str, harm: Callable[[Path], None]) -> None:
    shots = tmp_path / "shots"
    shots.mkdir()
    (shots / "1.jpg").write_bytes(cv2.imencode(".jpg", np.zeros((600, 800, 3), np.uint8))[1].tobytes())
    assert started(tmp_path, camera=str(shots)) == ()
    (tmp_path / name).unlink(missing_ok=True)
    harm(tmp_path / name)
    (told,) = started(tmp_path, camera=str(shots))
    assert told.kind == "file damaged"
    assert ("The table's note of its camera was damaged." in str(told.text)) == (name == "camera.json")
    assert started(tmp_path, camera=str(shots)) == ()


@pytest.mark.parametrize(
    "name", ["journal.db", "journal.db-wal", "journal.db-shm", "journal.backup.db", "journal.backup.db.new"]
)
@NO_FILES
def test_what_is_no_journal_is_put_aside_and_nothing_lost(
    tmp_path: Path, name: str, harm: Callable[[Path], None]
) -> None:
    assert started(tmp_path) == ()
    if name == "journal.db":
        (tmp_path / name).rename(tmp_path / "journal.backup.db")
    (tmp_path / name).unlink(missing_ok=True)
    harm(tmp_path / name)
    told = [str(one.text) for one in started(tmp_path)]
    assert told == (["The journal was damaged. 2 events were saved."] if "journal.db" in name else [])
    assert started(tmp_path) == ()
    books = opened(tmp_path)
    books.append(*books.replay()[:1])  # a hand is counted, and backed up
    assert (len(books.replay()), books.troubles) == (3, ())
    books.close()
    assert last_number(tmp_path / "journal.backup.db") == 3


@pytest.mark.parametrize("name", ["in-use", "reserve", "journal.head", "time-left.json", "keys.json.new"])
@NO_FILES
def test_what_is_no_file_and_matters_to_nobody_is_not_told(
    tmp_path: Path, name: str, harm: Callable[[Path], None]
) -> None:
    assert started(tmp_path) == ()
    (tmp_path / name).unlink(missing_ok=True)
    harm(tmp_path / name)
    assert started(tmp_path) == ()
    keep(tmp_path / "keys.json", TableSettings())
    assert (tmp_path / "reserve").is_file()
    assert read_head(tmp_path / "journal.db").number == 2


def opened(data: Path) -> ResilientJournal[AnyEvent]:
    """Return the journal in `data`. It makes a backup after every event."""
    return ResilientJournal(
        data / "journal.db", encode=encode, decode=decode, clock=lambda: 0.0, needs_backup=lambda _: True
    )


def test_a_file_on_a_bad_sector_is_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert started(tmp_path) == ()
    (tmp_path / "words.json").write_bytes(b"{}")
    whole = Path.read_bytes

    def read(path: Path) -> bytes:
        if path.name == "words.json" and path.exists():
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))
        return whole(path)

    monkeypatch.setattr(Path, "read_bytes", read)
    (told,) = started(tmp_path)
    assert str(told.text) == "The table's choice of words was damaged."
    assert started(tmp_path) == ()


def test_settings_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (told,) = started(tmp_path, unread=settings_unread(Sentence("Line 3 is not TOML."), remembered=True))
    assert str(told.text).startswith("The settings can't be read. Line 3 is not TOML. The table plays by")


def test_a_damaged_deck_in_use_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "attic.json").write_bytes(b"no deck")
    (tmp_path / "deck.json").write_bytes(msgspec.json.encode({"deck": "attic", "settings": ""}))
    (told,) = started(tmp_path)
    assert str(told.text) == "The deck attic was damaged."
    assert started(tmp_path) == ()


@pytest.mark.parametrize("named", ["deck", "board"])
def test_a_deck_or_a_board_that_went_away_stops_no_table_that_has_begun(tmp_path: Path, named: str) -> None:
    game = GameSettings(name="keyword", players=("Anne", "Ben"))
    table = TableSettings(data=str(tmp_path), pins="none")
    good = Settings(game=game, table=table, camera=CameraSettings(source=NO_CAMERA), web=LOCAL)
    bad = (
        replace(good, table=replace(table, deck="attic"))
        if named == "deck"
        else replace(good, game=replace(game, board=str(tmp_path / "attic.toml")))
    )
    with pytest.raises(UsageFault, match="attic"):
        play(bad)
    assert troubles(good) == ()
    (told,) = troubles(bad)
    assert told.kind == "settings unread"
    assert "attic" in str(told.text)


def test_a_word_list_that_went_away_stops_no_table(tmp_path: Path) -> None:
    """The file of the word list was deleted. The table starts even so: when the settings name the list, and
    when only the match does."""
    club = tmp_path / "club.txt"
    club.write_text("CAT\nDOG\n")
    assert started(tmp_path / "table", str(club)) == ()
    club.unlink()
    for word_list in (str(club), "default"):
        told = started(tmp_path / "table", word_list)
        assert {one.kind for one in told} == {"no word list"}
        assert "club.txt" in str(told[0].text)


@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_bytes(b"{")], ids=["gone", "damaged"])
@pytest.mark.parametrize("game", ["lexicon", "my-word", "solitaire-1"])
def test_a_demo_whose_virtual_table_is_gone_begins_anew(tmp_path: Path, harm: object, game: str) -> None:
    def running(moments: int) -> int:
        now, sketch = 0.0, Sketch(5)
        asked = Demo(tmp_path, game=game, seed=5, port=0, fps=1e6)
        table = demo(asked, read=sketch.read, render=sketch.render, clock=lambda: now)
        frames = table.camera.frames()
        with closing(table.resources):
            for _ in range(moments):
                now += 0.25
                table.inbox.put(next(frames))
                while table.inbox.has_messages:
                    table.loop.handle(table.inbox.get(0))
            table.server.start()
            table.server.close()
            return sum(isinstance(event, MatchSetUp) for event in table.loop.view.referee.events)

    assert running(200) == 1
    assert callable(harm)
    harm(tmp_path / "virtual-table.json")
    assert running(400) == 2


def shorter(data: Path, events: int) -> None:
    """Rewrite the journal in `data` with its first `events` events alone, and delete its backups."""
    journal = Journal(data / "journal.db", encode=encode, decode=decode, clock=lambda: 0.0)
    rows = list(journal.rows())
    journal.close()
    for path in data.glob("journal*"):
        path.unlink()
    if events:
        journal = Journal(data / "journal.db", encode=encode, decode=decode, clock=lambda: 0.0)
        journal.write(rows[:events])
        journal.close()


@pytest.mark.parametrize("events", [0, 3])
@pytest.mark.parametrize("game", ["lexicon", "my-word", "solitaire-1"])
def test_a_virtual_table_that_knows_more_than_the_journal_begins_anew(
    tmp_path: Path, game: str, events: int
) -> None:
    def running(enough: Callable[[Sequence[AnyEvent]], bool]) -> Sequence[AnyEvent]:
        with closing(FastDemo(tmp_path, 5, game)) as table:
            for _ in range(900):
                table.moment()
                if enough(seen := table.view.referee.events):
                    return seen
        pytest.fail("nothing goes on")

    running(lambda seen: len(seen) > 6)
    shorter(tmp_path, events)
    after = running(lambda seen: any(map(plays, seen[events:])))[events:]
    assert sum(isinstance(event, MatchSetUp) for event in after) == 1
    assert isinstance(after[0], MatchEnded if events else MatchSetUp)


def plays(event: AnyEvent) -> bool:
    return isinstance(event, TurnFinished) and event.stands


def test_the_journal_of_a_put_aside_start_is_whole(tmp_path: Path) -> None:
    started(tmp_path)
    (tmp_path / "keys.json").write_bytes(b"")
    started(tmp_path)
    journal = Journal(tmp_path / "journal.db", encode=bytes, decode=lambda body: body, clock=lambda: 0.0)
    assert len(journal) == 2
    journal.close()
