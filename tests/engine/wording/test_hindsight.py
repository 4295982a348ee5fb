from engine.best import PlayValue, ReviewedTurn
from engine.wording.hindsight import say_comeback, say_long_word, say_master_won, say_missed

QUARTZ = PlayValue("+QUARTZ", ("QUARTZ",), 6, 26)


def told(played: PlayValue, missed: PlayValue | None = QUARTZ, *, stood: bool = True) -> str:
    return say_missed(ReviewedTurn(4, 1, "QUARTZE", played, stood, missed), "Ben", 2)


def test_what_got_away_is_told_with_what_was_played_instead() -> None:
    assert (
        told(PlayValue("+RAT", ("RAT",), 3, 6))
        == "Ben could have played QUARTZ (26 points) on turn 2, instead of RAT."
    )
    assert (
        told(PlayValue("-E", (), 0, 0))
        == "Ben could have played QUARTZ (26 points) on turn 2, instead of discarding."
    )
    assert told(PlayValue("pass", (), 0, 0)) == "Ben could have played QUARTZ (26 points) on turn 2."


def test_a_turn_that_was_lost_is_said_to_be_lost() -> None:
    assert (
        told(PlayValue("+QRAT", ("QRAT",), 4, 9), stood=False)
        == "Ben lost turn 2, and could have played QUARTZ (26 points)."
    )


def test_one_point_is_no_points_and_a_master_is_the_letter_it_stands_for() -> None:
    one = PlayValue("+CaT", ("CaT", "TO"), 1, 1)
    assert (
        told(PlayValue("-E", (), 0, 0), one)
        == "Ben could have played CAT and TO (1 point) on turn 2, instead of discarding."
    )


def test_nothing_is_told_where_nothing_was_missed() -> None:
    assert told(QUARTZ, None) == ""


def test_cheers_name_the_person_and_the_deed() -> None:
    assert say_long_word("QUARTZeS", "Ben") == "QUARTZES: a word of 8 letters. Well played, Ben!"
    assert say_master_won("ben") == "Ben has won a Master!"
    assert say_comeback("Ben", won=False) == (
        "What a comeback! Ben was last before this hand, and now leads."
    )
    assert say_comeback("Ben", won=True) == "What a comeback! Ben was last once, and wins."
