"""Test the timer of a hand or a turn: it starts and stops with the match, people can change it, and it
announces each moment once."""

from dataclasses import replace

import pytest

from device.running.timer_storage import time_left_of, timer_from
from engine.catalogue import configured
from engine.events import HandDealt, MatchSetUp, TurnFinished
from engine.match import Match, fold
from engine.table.timer import (
    BOOKLET_TERMS,
    Announcement,
    Timer,
    agreed_terms,
    announcement_between,
    paused_unseen,
    resumed_when_seen,
    timer_after_action,
    timer_after_change,
    timer_reading,
)

PLAYERS = ("Anne", "Ben")


def match(turns: int = 0, hands: int = 1, game: str = "lexicon") -> Match:
    """Return a match in hand number `hands`, with `turns` finished turns in that hand."""
    laid = [
        TurnFinished(player=(turn + 1) % 2, before="", after="", move="pass", ruling="legal", stands=True)
        for turn in range(turns)
    ]
    made = fold((MatchSetUp(game=game, players=PLAYERS), *(HandDealt() for _ in range(hands)), *laid))
    assert made is not None
    return made


def calls(timer: Timer, start: float, end: float, step: float = 0.1) -> list[tuple[int, Announcement]]:
    """Return what the timer announces between the seconds `start` and `end`, each with its second. The
    timer is read every `step` seconds."""
    said, before = [], timer_reading(timer, start)
    for n in range(1, round((end - start) / step) + 1):
        after = timer_reading(timer, start + n * step)
        if call := announcement_between(before, after):
            said.append((round(start + n * step), call))
        before = after
    return said


def timed(seconds: float = 420.0, now: float = 0.0) -> Timer:
    timer = timer_after_change(None, agreed_terms(seconds / 60, "hand"), match(), now)
    assert timer is not None
    return timer


def test_a_hand_of_seven_minutes_is_called_at_a_minute_ten_seconds_and_its_end() -> None:
    assert calls(timed(), 0, 500) == [
        (360, "a minute left"),
        (410, "ten seconds left"),
        (420, "time is up"),
    ]


def test_one_minute_is_not_called_a_minute_left_at_its_beginning() -> None:
    assert calls(timed(60), 0, 100) == [(50, "ten seconds left"), (60, "time is up")]


def test_of_what_was_slept_through_the_most_urgent_is_called() -> None:
    timer = timed()
    assert announcement_between(timer_reading(timer, 10), timer_reading(timer, 415)) == "ten seconds left"
    assert announcement_between(timer_reading(timer, 10), timer_reading(timer, 1000)) == "time is up"


def test_a_deal_starts_it_and_another_turn_does_not() -> None:
    terms = agreed_terms(7, "hand")
    first = timer_after_change(None, terms, match(), 100.0)
    assert first is not None
    assert first.seconds_left(130.0) == 390
    assert timer_after_change(first, terms, match(turns=1), 130.0) is first
    second = timer_after_change(first, terms, match(hands=2), 200.0)
    assert second is not None
    assert second.seconds_left(200.0) == 420


def test_a_turn_of_my_word_has_a_minute_by_the_book() -> None:
    game = configured("my-word", {})
    assert BOOKLET_TERMS(game) is not None
    race = replace(match(), game=game)
    first = timer_after_change(None, BOOKLET_TERMS, race, 0.0)
    assert first is not None
    assert first.seconds_left(20.0) == 40
    again = timer_after_change(first, BOOKLET_TERMS, replace(race, hand=replace(race.hand, turns=1)), 20.0)
    assert again is not None
    assert again.seconds_left(20.0) == 60


def test_no_time_is_given_where_the_booklet_gives_none() -> None:
    assert timer_after_change(None, BOOKLET_TERMS, match(), 0.0) is None
    assert agreed_terms(0)(configured("my-word", {})) is None


def test_a_hand_that_is_over_stops_it() -> None:
    over = replace(match(), turn=None, hand=replace(match().hand, gone_out=0))
    timer = timer_after_change(timed(), agreed_terms(7, "hand"), over, 60.0)
    assert timer is not None
    assert not timer.running
    assert timer.seconds_left(1000.0) == 360


def test_people_pause_it_start_it_and_add_a_minute() -> None:
    paused = timer_after_action(timed(), "pause", 60.0)
    assert paused.seconds_left(1e6) == 360
    longer = timer_after_action(paused, "add a minute", 100.0)
    assert longer.seconds_left(1e6) == 420
    assert timer_after_action(longer, "start", 200.0).seconds_left(210.0) == 410


def test_a_minute_added_after_the_end_is_a_whole_one() -> None:
    assert timer_after_action(timed(), "add a minute", 1000.0).seconds_left(1000.0) == 60


def test_a_stopped_timer_shows_nothing_and_starts_anew() -> None:
    stopped = timer_after_action(timed(), "stop", 60.0)
    assert timer_reading(stopped, 70.0) is None
    assert timer_after_change(stopped, agreed_terms(7, "hand"), match(turns=1), 80.0) is stopped
    assert timer_after_action(stopped, "start", 100.0).seconds_left(100.0) == 420


@pytest.mark.parametrize("do", ["pause", "add a minute", "stop"])
def test_what_does_not_count_can_only_be_started(do: str) -> None:
    with pytest.raises(ValueError, match="No timer"):
        timer_after_action(None, do, 0.0)  # type: ignore[arg-type]
    free = timer_after_action(None, "start", 10.0, 90.0)
    assert free.seconds_left(40.0) == 60
    assert timer_after_change(free, BOOKLET_TERMS, match(turns=1), 40.0) is free


def test_only_the_player_whose_turn_it_is_spends_time() -> None:
    terms = agreed_terms(2, "player")
    first = timer_after_change(None, terms, match(), 0.0)
    assert first is not None
    mover = first.seat
    second = timer_after_change(first, terms, match(turns=1), 50.0)
    assert second is not None
    assert second.seat != mover
    assert second.seconds_left(50.0) == 120
    third = timer_after_change(second, terms, match(turns=2), 80.0)
    assert third is not None
    assert (third.seat, third.seconds_left(80.0)) == (mover, 70)


def test_when_a_players_own_time_is_spent_every_turn_has_its_grace() -> None:
    terms = agreed_terms(1, "player", grace=30.0)
    timer = timer_after_change(None, terms, match(), 0.0)
    assert timer is not None
    assert calls(timer, 0, 100) == [
        (50, "ten seconds left"),
        (60, "grace begins"),
        (80, "ten seconds left"),
        (90, "time is up"),
    ]
    other = timer_after_change(timer, terms, match(turns=1), 80.0)
    back = timer_after_change(other, terms, match(turns=2), 85.0)
    assert back is not None
    assert back.seat == timer.seat
    assert back.in_grace
    assert back.seconds_left(85.0) == 30


def test_while_the_table_can_not_see_it_waits_and_then_goes_on() -> None:
    waiting = paused_unseen(timed(), 60.0)
    assert waiting is not None
    assert waiting.seconds_left(500.0) == 360
    back = resumed_when_seen(waiting, 500.0)
    assert back is not None
    assert back.seconds_left(510.0) == 350
    paused = timer_after_action(waiting, "pause", 100.0)
    assert resumed_when_seen(paused, 500.0) == paused
    assert paused_unseen(paused, 600.0) is paused
    assert resumed_when_seen(timer_after_action(waiting, "start", 400.0), 500.0) == timer_after_action(
        waiting, "start", 400.0
    )


def test_a_restart_resumes_it_paused_with_the_time_it_had() -> None:
    now = match()
    timer = timed()
    for second in (13.0, 13.99, 419.7):
        kept = time_left_of(timer, 1, second)
        back = timer_from(kept, agreed_terms(7, "hand"), now, 1)
        assert back is not None
        assert not back.running
        assert abs(back.seconds_left(5.0) - timer.seconds_left(second)) <= 1
        assert timer_after_action(back, "start", 9.0).seconds_left(9.05) == pytest.approx(
            back.seconds_left(0.0) - 0.05
        )


def test_a_timer_of_another_match_or_another_arrangement_is_not_resumed() -> None:
    kept = time_left_of(timed(), 1, 100.0)
    for terms, number in ((agreed_terms(7, "hand"), 2), (agreed_terms(5, "hand"), 1)):
        back = timer_from(kept, terms, match(), number)
        assert back is not None
        assert back.seconds_left(0.0) == back.terms.seconds
