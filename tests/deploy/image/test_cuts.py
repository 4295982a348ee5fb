"""Test the comparison after a power cut: everything that the page showed must be in the journal."""

import random
from pathlib import Path
from typing import Any

import pytest

from deploy.image.cuts import PageState, Tally, compare, count_cut, lost_states, page_state
from device.lab.bench.faults import game_events
from device.records.event_codec import decode, encode
from device.records.journal import Journal
from device.table_words import library
from engine.events import AnyEvent
from engine.match import fold


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> tuple[AnyEvent, ...]:
    words = library(tmp_path_factory.mktemp("words"), lambda _: None)("default")
    return game_events(words, 7)


def page_states(events: tuple[AnyEvent, ...]) -> list[PageState]:
    """Return what the table's page would show after each event. The latest turn's number is simply the
    event's."""
    after = [(number, fold(events[:number])) for number in range(1, len(events) + 1)]
    return [
        PageState(number, match.hand.number, match.scores.totals)
        for number, match in after
        if match is not None
    ]


def written(events: tuple[AnyEvent, ...], path: Path, at: float = 0.0) -> Path:
    path.unlink(missing_ok=True)
    journal = Journal(path, encode=encode, decode=decode, clock=lambda: at)
    journal.append(*events)
    journal.close()
    return path


def test_nothing_is_lost_of_what_the_journal_comes_to(events: tuple[AnyEvent, ...]) -> None:
    assert lost_states(page_states(events), events) == ()


def test_a_turn_that_the_journal_lacks_is_lost(events: tuple[AnyEvent, ...]) -> None:
    kept = random.Random(1).randrange(5, len(events) - 1)
    missing = lost_states(page_states(events), events[:kept])
    assert missing == tuple(page_states(events)[-len(missing) :])
    assert len(missing) == len(events) - kept


def test_totals_that_the_journal_never_comes_to_are_lost(events: tuple[AnyEvent, ...]) -> None:
    last = page_states(events)[-1]
    wrong = PageState(last.turn, last.hand, tuple(total + 1 for total in last.totals))
    assert lost_states([wrong], events) == (wrong,)


def test_a_cut_is_counted(events: tuple[AnyEvent, ...], tmp_path: Path) -> None:
    tally = Tally()
    before = compare((), (), written(events[:10], tmp_path / "journal.db"), tally)
    said = page_states(events[:20])
    count_cut(said, before, written(events, tmp_path / "journal.db"), tally)
    assert tally == Tally(
        cuts=1, eventful=1, events=len(events) - 10, turns=len({one.turn for one in said if one.turn > 10})
    )
    count_cut((), before, written(events[:10], tmp_path / "journal.db"), tally)
    assert (tally.cuts, tally.eventful, tally.flawless) == (2, 1, True)
    tally.seconds += [59.8, 61.4, 60.1]
    found = tally.found()
    assert (found["lost"], found["broken"], found["starts"], found["seconds_to_page"]) == (0, 0, 3, 60)


def test_a_turn_that_was_shown_and_is_not_on_the_card_fails_the_trial(
    events: tuple[AnyEvent, ...], tmp_path: Path
) -> None:
    tally = Tally()
    before = compare((), (), written(events[:10], tmp_path / "journal.db"), tally)
    said = page_states(events[:20])
    count_cut(said, before, written(events[:15], tmp_path / "journal.db"), tally)
    assert tally.lost == len([one for one in said if one.turn > 15]) > 0
    assert not tally.flawless


def test_a_journal_with_other_rows_than_before_is_broken(
    events: tuple[AnyEvent, ...], tmp_path: Path
) -> None:
    tally = Tally()
    before = compare((), (), written(events[:10], tmp_path / "journal.db"), tally)
    compare((), before, written(events, tmp_path / "journal.db", 1.0), tally)
    assert tally.broken == 1
    assert not tally.flawless


def test_a_damaged_journal_is_broken(events: tuple[AnyEvent, ...], tmp_path: Path) -> None:
    tally, journal = Tally(), written(events, tmp_path / "journal.db")
    content = journal.read_bytes()
    journal.write_bytes(content.replace(b"legal", b"lethe", 1))
    assert journal.read_bytes() != content
    rows = compare((), (), journal, tally)
    assert tally.broken == 1
    assert len(rows) < len(events)


def test_the_page_s_state_is_understood() -> None:
    state: dict[str, Any] = {
        "hand": 2,
        "players": [{"name": "Anne", "total": 12}, {"name": "Ben"}],
        "history": [{"event": 9}, {"event": None}, {"event": 7}],
    }
    assert page_state(state) == PageState(9, 2, (12, 0))
    assert page_state({"game": "lexicon"}) == PageState(0, 1, ())
