"""Test that the history told event by event equals the history of the whole journal."""

from collections.abc import Sequence
from itertools import islice

import pytest

from device.lab.bench.publication import endless_match
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandDealt,
    HandScored,
    MatchSetUp,
    PositionCorrected,
    ScoreCorrected,
    TurnAmended,
    TurnCorrected,
    TurnTakenBack,
    Undone,
    WoundBack,
)
from engine.match import fold
from tests.web.played import JOURNAL, PLAYERS, turn
from web import languages
from web.history_fold import FoldedHistory, folded_history
from web.turn_views import KEPT_RULINGS, SHOWN_TURNS, shown_rulings

AFTER_AN_AMENDMENT: tuple[AnyEvent, ...] = (
    turn(2, "COTS /Q", "COTS TO /Q", "+TO"),
    PositionCorrected("COTS TOE /Q"),
    TurnTakenBack(),
    turn(2, "CATS /Q", "CATS AT /Q", "+AT"),  # on a table without these cards: the correction is carried over
    ScoreCorrected(0, 12),
    HandScored(("QUIZ", "", "HAT")),
    HandDealt(exposed="K"),
    turn(0, "/K", "HAT /K", "+HAT"),
    ChallengeSettled(1, ("HAT",), "word good"),
)
JOURNALS: dict[str, tuple[AnyEvent, ...]] = {
    "amended, and played on": (*JOURNAL, *AFTER_AN_AMENDMENT),
    "undone and wound back": (*JOURNAL, Undone(9), turn(2, "CATS /Q", "CATS TO /Q", "+TO"), WoundBack(6)),
    "amended, and corrected": (
        *JOURNAL[:6],
        TurnAmended(5, "/Q", "COT /Q", "+COT", "legal", stands=True),
        TurnCorrected("CIT /Q", "+CIT", "legal", stands=True),
        turn(0, "COT /Q", "COTS /Q", "1:COT<COTS"),
    ),
    "a second match": (
        *JOURNAL,
        MatchSetUp("lexicon", PLAYERS),
        HandDealt(exposed="Q"),
        ScoreCorrected(1, 4),
    ),
    "a long one": tuple(islice(endless_match(), 120)),
}


def follow(events: Sequence[AnyEvent]) -> FoldedHistory:
    history = FoldedHistory()
    for count in range(len(events) + 1):
        history = folded_history(history, events[:count])
        assert history == folded_history(FoldedHistory(), events[:count])
    return history


@pytest.mark.parametrize("name", JOURNALS)
def test_told_event_by_event_it_is_the_story_told_at_once(name: str) -> None:
    assert follow(JOURNALS[name]).folded.point.match == fold(JOURNALS[name])


def test_several_events_at_once_and_none_at_all_are_told() -> None:
    events = JOURNALS["a long one"]
    history = folded_history(folded_history(FoldedHistory(), events[:50]), events[:90])
    assert history == folded_history(FoldedHistory(), events[:90])
    assert folded_history(history, events[:90]) == history
    assert folded_history(history, events[:50]) == folded_history(FoldedHistory(), events[:50])


def test_a_long_match_is_told_by_its_last_rulings() -> None:
    rulings = folded_history(FoldedHistory(), JOURNALS["a long one"]).rulings
    assert len(rulings) == KEPT_RULINGS
    assert shown_rulings(rulings) == tuple(reversed(rulings))[:SHOWN_TURNS]


def test_every_language_has_its_own_story() -> None:
    with languages.speaking("de"):
        german = folded_history(FoldedHistory(), JOURNAL)
    assert german.rulings != folded_history(FoldedHistory(), JOURNAL).rulings
    assert german.curve == folded_history(FoldedHistory(), JOURNAL).curve
