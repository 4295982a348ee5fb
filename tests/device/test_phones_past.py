"""Test that corrections on phones reach the loop, and that history pages show the journal."""

from pathlib import Path

import pytest

from device.phones import Phones
from device.records.archive import Archive
from device.records.pictures import Album
from device.running.view import TableView
from engine.catalogue import GAMES
from engine.events import (
    ChallengeSettled,
    HandDealt,
    HandScored,
    MatchSetUp,
    ScoreCorrected,
    TurnFinished,
    Undone,
)
from engine.table.commands import Amend, RecordEvent, Rewind
from engine.table.referee import Referee, replayed_referee
from engine.words import WordList
from web.requests import OutOfDateError, Overrule, SetTotal

WORDS = WordList.of(["CAT", "MEN"])
JOURNAL = (
    MatchSetUp("lexicon", ("Ann", "Ben"), {"mode": "challenge"}),
    HandDealt(),
    TurnFinished(1, "", "CAT", "+CAT", "legal", stands=True),
    ChallengeSettled(0, ("CAT",), "word good"),
)


def phones(*more: HandScored) -> Phones:
    made = Phones(Referee(WORDS), GAMES["lexicon"])
    made.publish(TableView(replayed_referee(WORDS, (*JOURNAL, *more))))
    return made


def test_turns_scores_and_the_whole_evening_are_put_right() -> None:
    table = phones()
    for command in (Amend(2, "CUT"), Rewind(2), SetTotal(1, 7)):
        table.submit(command)
    heard = [table.inbox.get(0) for _ in range(3)]
    assert heard == [Amend(2, "CUT"), Rewind(2), RecordEvent(ScoreCorrected(1, 7))]


def test_an_overruled_challenge_is_undone_and_settled_anew() -> None:
    table = phones()
    table.submit(Overrule(3, "word bad"))
    assert [table.inbox.get(0), table.inbox.get(0)] == [
        RecordEvent(Undone(3)),
        RecordEvent(ChallengeSettled(0, ("CAT",), "word bad")),
    ]
    referee = replayed_referee(WORDS, JOURNAL)
    for command in (RecordEvent(Undone(3)), RecordEvent(ChallengeSettled(0, ("CAT",), "word bad"))):
        referee = referee.after_command(command, 0.0).referee
    assert referee.match is not None
    assert referee.match.scores.totals == (-10, 0)


@pytest.mark.parametrize("event", [2, 99, -1])
def test_what_was_no_challenge_cannot_be_overruled(event: int) -> None:
    with pytest.raises(OutOfDateError):
        phones().submit(Overrule(event, "word good"))


def test_phones_show_what_a_challenged_word_means_and_how_the_totals_went() -> None:
    table = phones(HandScored(("CAT", "")))
    shown = table.hub.latest().snapshot
    assert shown.ruling is not None
    (meaning,) = shown.ruling.meanings
    assert meaning.word == "CAT"
    assert "mammal" in meaning.text
    assert shown.ruling.moved is not None
    assert (shown.ruling.moved.player, shown.ruling.moved.points) == (0, 10)
    assert shown.scores.curve == ((0, 0), tuple(player.total for player in shown.players))


def test_the_archive_is_the_journal_and_its_pictures(tmp_path: Path) -> None:
    album = Album(tmp_path, 10_000)
    album.keep(2, b"a picture")
    referee = replayed_referee(WORDS, JOURNAL)
    archive = Archive(lambda: referee, lambda: (1.0, 2.0), tmp_path, lambda word: (f"what {word} is",))
    assert archive.events() == JOURNAL
    assert archive.times() == (1.0, 2.0)
    assert archive.pictures() == (2,)
    assert (archive.picture(2), archive.picture(3)) == (b"a picture", None)
    assert archive.meanings("CAT") == ("what CAT is",)
    assert archive.words() is WORDS


def test_a_book_that_cannot_be_read_means_nothing(tmp_path: Path) -> None:
    def gone(_word: str) -> tuple[str, ...]:
        raise OSError

    archive = Archive(lambda: replayed_referee(WORDS, ()), tuple, tmp_path / "nowhere", gone)
    assert archive.meanings("CAT") == ()
    assert archive.pictures() == ()
