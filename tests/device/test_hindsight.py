"""Test that phones show a summary of a finished hand until the next deal. The summary is completed in the
background, beside the loop."""

from collections.abc import Callable
from pathlib import Path

from device.phones import Phones
from device.running.view import TableView
from engine.best import reviewed_hands
from engine.catalogue import GAMES
from engine.events import AnyEvent, HandDealt, HandScored, MatchSetUp, TurnFinished
from engine.table.referee import Referee, replayed_referee
from engine.words import WordList
from tests.web.in_play import in_play, words

WORDS = WordList.of(["CAT", "CATS"])
JOURNAL: tuple[AnyEvent, ...] = (
    MatchSetUp("lexicon", ("Ann", "Ben")),
    HandDealt(),
    TurnFinished(1, "/Q", "CAT /Q", "+CAT", "legal", stands=True),
    HandScored(("QZ", "S")),
)


def at_once(work: Callable[[], None]) -> None:
    work()


def shown(phones: Phones, *events: AnyEvent) -> Phones:
    phones.publish(TableView(replayed_referee(WORDS, events)))
    return phones


def test_phones_are_told_what_the_hand_came_to_and_what_got_away() -> None:
    phones = shown(Phones(Referee(WORDS), GAMES["lexicon"], run=at_once), *JOURNAL)
    told = phones.hub.latest().snapshot.scores.summary
    assert told is not None
    assert told.missed == ("Ben could have played CATS (34 points) on turn 1, instead of CAT.",)
    german = phones.hub.latest().in_language("de").scores.summary
    assert german is not None
    assert german.headline != told.headline


def test_it_is_shown_at_once_and_completed_when_all_is_looked_through() -> None:
    waiting: list[Callable[[], None]] = []
    phones = shown(Phones(Referee(WORDS), GAMES["lexicon"], run=waiting.append), *JOURNAL)
    assert len(waiting) == 1
    shown(phones, *JOURNAL)  # another picture of the same moment
    assert len(waiting) == 1
    versions = phones.hub.latest().version
    waiting[0]()
    assert phones.hub.latest().version == versions + 2  # the result, then the missed word
    told = phones.hub.latest().snapshot.scores.summary
    assert told is not None
    assert not told.looking


def test_it_goes_with_the_next_hand_and_a_late_review_does_not_bring_it_back() -> None:
    waiting: list[Callable[[], None]] = []
    phones = shown(Phones(Referee(WORDS), GAMES["lexicon"], run=waiting.append), *JOURNAL)
    shown(phones, *JOURNAL, HandDealt())
    waiting[0]()
    assert phones.hub.latest().snapshot.scores.summary is None


def test_what_people_write_down_of_their_hands_makes_the_review_whole(tmp_path: Path) -> None:
    held = dict[int, str]()
    referee = in_play(
        "lexicon", lambda match: match.hand.number == 1 and match.turn is None, tmp_path, held=held
    )
    while not any(isinstance(event, HandScored) for event in referee.events):
        referee = in_play(
            "lexicon", lambda match: match.scores.totals != (0, 0, 0), tmp_path / "on", held=held
        )
    turns = reviewed_hands(words(), referee.events, known_hands=held)[0]
    assert len(turns) > 3
    assert all(turn.hand for turn in turns)
