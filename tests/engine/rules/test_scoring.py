import pytest

from engine.catalogue import configured
from engine.rules.scoring import challenge_points, credited, hand_points, standing_after_hand, winners

LEXICON = configured("lexicon")
CROSSWORD = configured("crossword")


def test_lex_o_the_figures_left_are_scored_and_the_first_out_scores_nothing() -> None:
    assert hand_points(LEXICON, ["", "AEI", "Q?"]) == (0, 30, 19)


def test_lex_e_who_reaches_100_is_out_and_the_last_one_in_wins() -> None:
    standing = standing_after_hand(LEXICON, [40, 95, 99], ["", "AEI", "Q?"])
    assert standing.totals == (40, 125, 118)
    assert standing.out == (1, 2)
    assert standing.winners == (0,)
    assert standing.over


def test_lex_e_the_others_go_on_while_two_are_in() -> None:
    standing = standing_after_hand(LEXICON, [90, 20, 30], ["A", "", "B"])
    assert standing.out == (0,)
    assert standing.winners == ()
    assert not standing.over


def test_lex_e_reaching_or_exceeding() -> None:
    assert standing_after_hand(LEXICON, [90, 0, 0], ["A", "", "B"]).out == (0,)
    article = configured("lexicon", {"edition": "art"})
    assert standing_after_hand(article, [90, 0, 0], ["A", "", "B"]).out == ()
    assert standing_after_hand(article, [91, 0, 0], ["A", "", "B"]).out == (0,)
    assert standing_after_hand(configured("lexicon", {"out_at": 50}), [40, 0, 0], ["A", "", "B"]).out == (0,)
    assert standing_after_hand(configured("lexicon", {"out_at": ">50"}), [40, 0, 0], ["A", "", "B"]).out == ()


def test_lex_e_when_all_pass_the_limit_in_one_hand_the_lowest_wins() -> None:
    assert standing_after_hand(LEXICON, [120, 95, 99], ["", "A", "Q?"]).winners == (1,)


def test_lex_e_a_tie_is_shared_but_not_with_those_who_were_out_before() -> None:
    assert standing_after_hand(LEXICON, [100, 95, 95], ["", "A", "E"]).winners == (1, 2)


def test_xw_9_the_first_to_reach_100_ends_the_game_and_the_lowest_wins() -> None:
    standing = standing_after_hand(CROSSWORD, [95, 40, 20], ["A", "EI", ""])
    assert standing.out == ()
    assert standing.winners == (2,)
    assert standing_after_hand(CROSSWORD, [80, 40, 20], ["A", "EI", ""]).winners == ()
    assert standing_after_hand(CROSSWORD, [95, 20, 20], ["A", "", ""]).winners == (1, 2)


def test_xw_9_a_quick_game_ends_at_50() -> None:
    assert standing_after_hand(configured("crossword", {"quick": True}), [45, 0], ["A", ""]).winners == (1,)


@pytest.mark.parametrize(
    ("credit", "good", "charge"),
    [
        ("challenger", True, (2, 10)),
        ("challenger", False, (2, -10)),
        ("offender", True, (2, 10)),
        ("offender", False, (0, 10)),
    ],
)
def test_lex_ch_a_challenge_in_both_settings(credit: str, good: bool, charge: tuple[int, int]) -> None:
    game = configured("lexicon", {"challenge_credit": credit})
    assert challenge_points(game, good=good, challenger=2, offender=0) == charge


def test_lex_ch_a_total_may_go_below_zero() -> None:
    assert credited(LEXICON, (0, 5, 3), 0, -10) == (-10, 5, 3)


def test_lex_e_a_challenge_may_end_the_game() -> None:
    assert winners(LEXICON, [95, 20], [105, 20], 1) == (1,)


def test_in_a_race_too_a_lost_challenge_costs_its_challenger() -> None:
    """The most points win a race (MW-7), so a loss is a subtraction."""
    game = configured("my-word")
    assert challenge_points(game, good=True, challenger=2, offender=0) == (2, -10)
