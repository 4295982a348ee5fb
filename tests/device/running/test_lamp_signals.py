"""Test the signals of the lamp, from the events of the match."""

from dataclasses import replace

import pytest

from device.hardware.lamps import Light
from device.running.lamp_signals import RULING_SECONDS, LampSignal, light_for
from device.running.loop import FrameReading, TableView
from engine.breach_codec import written_breach
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandDealt,
    MatchSetUp,
    QuestionAsked,
    TurnFinished,
)
from engine.observation import Observation
from engine.ruling import NotListed
from engine.shared.condition import Condition, Glare, TooDark
from engine.table.referee import replayed_referee
from engine.words import WordList, WordRefusal

WORDS = WordList.of(["CAT"])
GOOD = TurnFinished(player=1, before="", after="CAT", move="+CAT", ruling="legal", stands=True)
BAD = TurnFinished(
    player=1,
    before="",
    after="CAX",
    move="+CAX",
    ruling="illegal",
    stands=False,
    breaches=(written_breach(NotListed("CAX", WordRefusal.NOT_LISTED)),),
)
DOUBTFUL = QuestionAsked(player=1, before="", after="CA?", question="Which?", choices=("CAT",))
UPHELD = ChallengeSettled(challenger=0, words=("CAT",), verdict="word good")


def view(*events: AnyEvent, mode: str = "strict") -> TableView:
    begun = (MatchSetUp("lexicon", ("Anne", "Ben"), {"mode": mode}), HandDealt())
    return TableView(replayed_referee(WORDS, (*begun, *events)))


@pytest.mark.parametrize(
    ("events", "since", "says"),
    [
        ((), 0.0, "dark"),
        ((GOOD,), 0.0, "legal"),
        ((GOOD,), RULING_SECONDS, "dark"),
        ((BAD,), 0.0, "illegal"),
        ((BAD,), 1000.0, "illegal"),  # until the cards are back
        ((DOUBTFUL,), 1000.0, "look"),
    ],
)
def test_it_says_what_is_to_be_done(events: tuple[AnyEvent, ...], since: float, says: Light) -> None:
    assert light_for(view(*events), since) == says


def test_it_gives_no_bluff_away() -> None:
    assert light_for(view(GOOD, mode="challenge"), 0.0) == "dark"
    assert light_for(view(GOOD, UPHELD, mode="challenge"), 0.0) == "legal"


def test_what_the_camera_can_not_see_comes_before_everything_else() -> None:
    dark, glare = Condition(TooDark(12), "serious"), Condition(Glare(0, 0.3))
    seen = view(DOUBTFUL)
    assert light_for(replace(seen, reading=FrameReading(Observation(1, 1), (), (dark,))), 0.0) == "trouble"
    assert light_for(replace(seen, reading=FrameReading(Observation(1, 1), (), (glare,))), 0.0) == "look"


def test_a_camera_that_fails_is_trouble_whatever_else_there_is() -> None:
    fault = Condition(TooDark(12), "serious")
    assert light_for(replace(view(BAD), faults=(fault,)), 0.0) == "trouble"


def test_a_table_without_a_match_is_dark() -> None:
    assert light_for(TableView(replayed_referee(WORDS, ())), 0.0) == "dark"


def test_a_ruling_is_shown_from_the_moment_it_is_given() -> None:
    said: list[Light] = []

    class Lamp:
        def show(self, light: Light, now: float) -> None:
            said.append(light)

    now = view()
    watch = LampSignal(Lamp(), lambda: now)  # type: ignore[arg-type]
    watch.update(100.0)
    now = view(GOOD)
    for moment in (200.0, 200.0 + RULING_SECONDS - 0.1, 200.0 + RULING_SECONDS):
        watch.update(moment)
    assert said == ["dark", "legal", "legal", "dark"]
