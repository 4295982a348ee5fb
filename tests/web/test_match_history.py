"""Test the history of a match: the valid turns, and the course of the totals."""

from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandDealt,
    HandScored,
    MatchSetUp,
    ScoreCorrected,
    TurnCorrected,
    TurnTakenBack,
    WoundBack,
)
from engine.position import Rows
from tests.web.played import JOURNAL, PLAYERS, Kept, turn
from web.history_fold import FoldedHistory, folded_history
from web.match_history import Curve, Dispute, FoldedMatch, folded_match
from web.snapshot import Meaning, Moved


def told(*events: AnyEvent) -> FoldedMatch:
    found = folded_match(events, Kept().meanings)
    assert found is not None
    return found


def curve(events: tuple[AnyEvent, ...]) -> Curve:
    return folded_history(FoldedHistory(), events).curve


def test_without_a_match_there_is_nothing_to_look_back_on() -> None:
    assert folded_match(()) is None
    assert curve(()) == ()


def test_every_hand_has_its_turns_the_cards_left_and_the_totals() -> None:
    first, second = told(*JOURNAL).hands
    assert [one.event_number for one in first.turns] == [2]
    assert (first.cards_left, first.scoring_event_number, first.totals) == (
        ("CATS", "", "HATE"),
        3,
        (34, 0, 36),
    )
    assert [(one.event_number, one.number_in_hand, one.player) for one in second.turns] == [
        (5, 1, 2),
        (6, 2, 0),
        (7, 3, 1),
    ]
    assert (second.cards_left, second.scoring_event_number, second.totals) == (None, None, (34, 0, 26))


def test_an_amended_turn_is_told_as_it_counts_and_so_is_what_followed() -> None:
    laid, inserted, _ = told(*JOURNAL).hands[1].turns
    assert (laid.words, laid.ruled.amended, laid.position) == (("COT",), "said", Rows(("COT",), "Q"))
    assert (inserted.words, inserted.position) == (("COTS",), Rows(("COTS",), "Q"))


def test_a_challenge_is_told_with_its_turn_its_words_and_its_points() -> None:
    turn = told(*JOURNAL).hands[1].turns[2]
    (challenge,) = turn.challenges
    assert not turn.stands
    assert turn.dispute == Dispute(challenger=2, upheld=True)
    assert turn.settling_event_number == 8
    assert challenge.meanings == (Meaning("MOTHRE"),)
    assert challenge.moved == Moved(2, -10)


def test_a_good_word_is_told_with_what_it_means() -> None:
    (hand,) = told(*JOURNAL[:3], ChallengeSettled(0, ("MOTHER",), "word good")).hands
    (challenge,) = hand.turns[0].challenges
    assert hand.turns[0].stands
    assert challenge.meanings == (Meaning("MOTHER", "noun: a woman who has a child"),)
    assert challenge.moved == Moved(0, 10)


def test_what_was_taken_back_or_wound_back_is_not_told() -> None:
    assert told(*JOURNAL[:7], TurnTakenBack()).hands[1].turns[-1].event_number == 5
    assert [hand.number for hand in told(*JOURNAL, WoundBack(2)).hands] == [1]


def test_a_corrected_turn_is_told_as_it_was_corrected() -> None:
    said = TurnCorrected("HAT /Q", "+HAT", "legal", stands=True)
    (hand,) = told(*JOURNAL[:3], said).hands
    assert [(one.words, one.ruled.amended) for one in hand.turns] == [(("HAT",), "said")]


def test_totals_go_from_hand_to_hand() -> None:
    third = (HandScored(("", "AT", "TO")), HandDealt())
    assert curve(JOURNAL) == ((0, 0, 0), (34, 0, 36))
    assert len(curve((*JOURNAL, *third))) == 3
    between = (*JOURNAL[:4], ScoreCorrected(0, 30))
    assert curve(between) == ((0, 0, 0), (30, 0, 36))


def test_in_the_middle_of_a_hand_a_correction_waits_for_its_end() -> None:
    assert curve((*JOURNAL, ScoreCorrected(0, 30))) == ((0, 0, 0), (34, 0, 36))


def test_where_one_hand_is_the_whole_game_totals_go_from_turn_to_turn() -> None:
    board = MatchSetUp(game="keyword", players=PLAYERS)
    blank = ";".join(["." * 19] * 19)
    row = ".........CAT......."
    laid = ";".join([*["." * 19] * 9, row, *["." * 19] * 9])
    events = (board, HandDealt(), turn(1, blank, laid, "J10>CAT"))
    assert len(curve(events)) == 2
    assert len(curve((*events, TurnTakenBack()))) == 1
