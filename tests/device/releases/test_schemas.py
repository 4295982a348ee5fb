"""Test that this release reads every schema that a release ever wrote, with the same scores.

`schemas/journal-N.sql` was written by the program of that time at its virtual table, and dumped by SQLite.
`journal-N.json` holds the events and the scores by the same program. `data-N` are the other files of that
time, with their settings. Add a fixture of the old schema when you change it.
"""

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any, Final

import pytest

from device.records import decks
from device.records.deck_choice import chosen_deck
from device.records.event_codec import decode, encode
from device.records.journal import VERSION
from device.records.rescue import BACKUP, JOURNAL
from device.records.resilient_journal import ResilientJournal
from device.records.restore import backups_in, restore
from device.records.value_files import files_put_aside
from device.records.word_choice import choice
from device.releases.scores import scores
from device.service.keys import first_pin
from device.settings import load
from engine.events import AnyEvent
from engine.match import fold

SCHEMAS: Final = Path(__file__).parent / "schemas"


def written(path: Path, schema: int) -> dict[str, Any]:
    """Make a journal of the given schema at `path`. Return the events and scores that the program of that
    schema told."""
    path.parent.mkdir(parents=True, exist_ok=True)
    db = sqlite3.connect(path)
    db.executescript((SCHEMAS / f"journal-{schema}.sql").read_text("utf-8"))
    db.close()
    told: dict[str, Any] = json.loads((SCHEMAS / f"journal-{schema}.json").read_text("utf-8"))
    return told


def told_by(folder: Path) -> list[Any]:
    """Return the scores of the table whose data lie in `folder`, as lists and numbers that can be compared
    with scores read from JSON."""
    found: list[Any] = json.loads(json.dumps(scores(folder)))
    return found


def test_there_is_a_journal_of_every_schema() -> None:
    assert {path.stem for path in SCHEMAS.glob("*.sql")} == {f"journal-{n}" for n in range(1, VERSION + 1)}


@pytest.mark.parametrize("schema", range(1, VERSION + 1))
def test_a_table_goes_on_with_a_journal_of_each_schema(tmp_path: Path, schema: int) -> None:
    told = written(tmp_path / JOURNAL, schema)
    assert told_by(tmp_path) == told["scores"]  # as a release that only reads the journal
    books: ResilientJournal[AnyEvent] = ResilientJournal(
        tmp_path / JOURNAL, encode=encode, decode=decode, clock=lambda: 1.0
    )
    events = books.replay()
    match = fold(events)
    assert match is not None
    assert len(events) == told["events"]
    assert [[list(match.players), list(match.scores.totals)]] == told["scores"]
    assert books.troubles == ()
    books.close()
    assert told_by(tmp_path) == told["scores"]  # and once the journal is of this schema
    db = sqlite3.connect(tmp_path / JOURNAL)
    assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
    db.close()


@pytest.mark.parametrize("schema", range(1, VERSION + 1))
def test_a_backup_of_each_schema_is_gone_back_to(tmp_path: Path, schema: int) -> None:
    told = written(tmp_path / BACKUP, schema)
    written(tmp_path / "upgrades/20261127-190000" / JOURNAL, schema)
    backups = backups_in(tmp_path)
    assert [one.name for one in backups] == ["hand", "upgrade-20261127-190000"]
    assert {len(one.rows) for one in backups} == {told["events"]}
    restore(tmp_path / JOURNAL, backups[-1].rows, "20261127-200000")
    assert told_by(tmp_path) == told["scores"]


@pytest.mark.parametrize("schema", [1, 3])
def test_decks_words_keys_and_settings_of_before_are_read(tmp_path: Path, schema: int) -> None:
    data = tmp_path / "data"
    shutil.copytree(SCHEMAS / f"data-{schema}", data)
    deck = decks.deck(data, "attic")
    assert (deck.counts, len(deck.cards), deck.network) == ({"A": 3, "?": 1}, 3, "of then")
    words = choice(data)
    assert (words.tier, words.region, words.without, words.house) == (70, "gb", ("slang",), ("ZYZZYVAS",))
    assert load(data / "table.toml").table.data == "/var/lib/lexicon-table"
    if schema == 3:  # earlier programs kept neither
        assert first_pin(data) is None
        assert chosen_deck(data, "") == "attic"
    assert not files_put_aside(data)
