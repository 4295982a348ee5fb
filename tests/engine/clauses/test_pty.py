"""Test the clauses of Lexicon Party at one table: Ann, Ben, Cy and Di, clockwise."""

from dataclasses import replace

import pytest

from engine.adjudication import adjudicate
from engine.breach_codec import written_breach
from engine.catalogue import configured
from engine.events import (
    AnyEvent,
    CardsCut,
    ChallengeSettled,
    ChallengeVerdict,
    HandDealt,
    HandScored,
    MatchSetUp,
    ScoreInitialled,
    TimeUp,
    TurnFinished,
    Undone,
)
from engine.match import Match, fold
from engine.notation import format_move, parse_position
from engine.option_values import OptionFault
from engine.party import Party, PartySetUp, steward_of
from engine.party.seating import moved_up
from engine.rules.party import table_winners
from engine.rules.scoring import challenge_points, standing_after_hand
from engine.ruling import Illegal, Legal
from engine.turn.outcome import challenge_event, ruled_turn
from engine.words import WordList
from engine.words.kinds import Contents
from tests.engine.clauses.grids import PLAIN

PARTY = configured("lexicon-party")
LISTED = dict.fromkeys(("CAT", "CATS", "MOTHER", "SMOTHER", "ROE"), PLAIN)
WORDS = WordList(Contents(dict(sorted(LISTED.items())), proper=" ROME ", abbreviations=" MR "))
SET_UP = MatchSetUp("lexicon-party", ("Ann", "Ben", "Cy", "Di"), {"hands": 2})
DEALT = HandDealt(exposed="K")
INITIALS: tuple[AnyEvent, ...] = tuple(ScoreInitialled(seat, (seat + 1) % 4) for seat in range(4))


def match_of(*events: AnyEvent) -> Match:
    match = fold([SET_UP, *events])
    assert match is not None
    return match


def turn(match: Match, before: str, after: str) -> TurnFinished:
    """Return the turn of the player to move, which changes the position from `before` to `after`. It is
    ruled on as the referee does in a game of bluff."""
    was, now = parse_position(before), parse_position(after)
    ruling = adjudicate(match.game, WORDS, was, now)
    assert isinstance(ruling, Legal | Illegal), ruling
    assert match.turn is not None
    return ruled_turn(match, match.turn, was, now, ruling)


def challenged(before: str, after: str) -> tuple[Match, ChallengeSettled]:
    """Let Ben play and Cy call the steward. Return the match after the verdict, and the verdict."""
    play = turn(match_of(DEALT), before, after)
    verdict = challenge_event(match_of(DEALT, play), 2)
    assert verdict is not None
    return match_of(DEALT, play, verdict), verdict


def test_pty_1_four_at_a_table_each_for_themselves_with_ten_cards_as_lexicon() -> None:
    match = match_of(DEALT)
    assert PARTY.seats.most == 4
    assert PARTY.seats.sides == ()
    assert [holding.count for holding in match.table.hands] == [10, 10, 10, 10]
    ruling = adjudicate(PARTY, WORDS, parse_position("MOTHER /K"), parse_position("SMOTHER /K"))
    assert isinstance(ruling, Legal)
    assert format_move(ruling.move) == "1:MOTHER<SMOTHER"
    with pytest.raises(ValueError, match="for 2 to 4 players"):
        fold([MatchSetUp("lexicon-party", ("A", "B", "C", "D", "E"))])


def test_pty_1_the_first_dealer_is_cut_for_and_the_left_neighbour_begins() -> None:
    match = match_of(CardsCut(("M", "C", "Q", "Z")), DEALT)
    assert (match.dealer, match.turn) == (1, 2)


def test_pty_1_one_steward_for_each_ten_tables() -> None:
    party = Party(rules=PartySetUp("Room", "lexicon-party", 5, 7, 1))
    assert [steward_of(party, table) for table in (0, 9, 10, 19, 20)] == [0, 0, 1, 1, 2]


def test_pty_2_a_hand_lasts_seven_minutes_or_less_if_arranged() -> None:
    assert (PARTY.time_limit.seconds, PARTY.time_limit.unit) == (7 * 60, "hand")
    assert configured("lexicon-party", {"seconds": 300}).time_limit.seconds == 300
    with pytest.raises(OptionFault, match="option seconds: Lexicon has no such option"):
        configured("lexicon", {"seconds": 300})


def test_pty_2_the_bell_or_the_first_out_ends_a_hand() -> None:
    bell = match_of(DEALT, TimeUp())
    assert (bell.turn, bell.hand.over, bell.hand.gone_out) == (None, True, None)
    short = match_of(HandDealt(("10", "3", "10", "10"), "K"))
    out = match_of(HandDealt(("10", "3", "10", "10"), "K"), turn(short, "/K", "CAT /K"))
    assert (out.turn, out.hand.over, out.hand.gone_out) == (None, True, 1)
    assert match_of(DEALT, TimeUp(), HandScored(("A", "", "Q", "?"))).scores.marks == (10, 0, 4, 15)


def test_pty_2_after_the_bell_a_second_ring_means_nothing() -> None:
    once = match_of(DEALT, TimeUp())
    assert match_of(DEALT, TimeUp(), TimeUp()) == once


def test_pty_3_a_score_counts_when_the_neighbour_on_the_left_has_initialled_it() -> None:
    scored = HandScored(("A", "AE", "Q", "?"))
    assert match_of(DEALT, TimeUp(), scored).scores.totals == (0, 0, 0, 0)
    one = match_of(DEALT, TimeUp(), scored, ScoreInitialled(1, by=2))
    assert one.scores.totals == (0, 20, 0, 0)
    assert one.scores.marks == (10, None, 4, 15)
    assert match_of(DEALT, TimeUp(), scored, *INITIALS).scores.totals == (10, 20, 4, 15)


def test_pty_3_nobody_else_may_initial_and_no_hand_is_dealt_before() -> None:
    counted: tuple[AnyEvent, ...] = (DEALT, TimeUp(), HandScored(("A", "AE", "Q", "?")))
    with pytest.raises(ValueError, match="Only Cy, on the left, may initial that score"):
        match_of(*counted, ScoreInitialled(1, by=0))
    with pytest.raises(ValueError, match="First initial the score of Cy"):
        match_of(*counted, *INITIALS[:2], INITIALS[3], DEALT)
    with pytest.raises(ValueError, match="Ben has no score to initial"):
        match_of(*counted, INITIALS[1], INITIALS[1])


def test_pty_3_a_wrong_count_is_marked_again_before_it_is_initialled() -> None:
    wrong, right = HandScored(("A", "AE", "Q", "?")), HandScored(("A", "A", "Q", "?"))
    match = match_of(DEALT, TimeUp(), wrong, INITIALS[0], right, *INITIALS[1:])
    assert match.scores.totals == (10, 10, 4, 15)


def test_pty_4_who_goes_out_or_else_the_lowest_count_wins_the_table() -> None:
    assert table_winners((10, 0, 4, 15)) == (1,)
    assert table_winners((10, 20, 4, 15)) == (2,)
    assert table_winners((10, 4, 4, 15)) == (1, 2)


def test_pty_4_the_winner_moves_to_the_next_table_and_the_last_to_the_first() -> None:
    room = (("Ann", "Ben", "Cy", "Di"), ("Eva", "Fay", "Gus", "Hal"), ("Ida", "Jo", "Kim", "Lou"))
    after = moved_up(room, ((1,), (3,), (0,)))
    assert after == (("Ann", "Ida", "Cy", "Di"), ("Eva", "Fay", "Gus", "Ben"), ("Hal", "Jo", "Kim", "Lou"))


def test_pty_4_at_the_only_table_the_winner_stays_and_deals() -> None:
    match = match_of(DEALT, TimeUp(), HandScored(("A", "AE", "Q", "?")), *INITIALS, DEALT)
    assert (match.dealer, match.turn, match.hand.number) == (2, 3, 2)


def test_pty_4_who_tie_for_lowest_cut_for_it() -> None:
    tied: tuple[AnyEvent, ...] = (DEALT, TimeUp(), HandScored(("A", "Q", "Q", "?")), *INITIALS)
    assert match_of(*tied).cutting == (1, 2)
    with pytest.raises(ValueError, match="Ben and Cy must cut first"):
        match_of(*tied, DEALT)
    with pytest.raises(ValueError, match="Only Ben and Cy must cut"):
        match_of(*tied, CardsCut(("A", "B", "", "")))
    assert match_of(*tied, CardsCut(("", "X", "B", ""))).dealer == 2
    again = match_of(*tied, CardsCut(("", "X", "X", "")), CardsCut(("", "A", "B", "")))
    assert (again.dealer, again.cutting) == (1, ())


def test_pty_5_after_the_arranged_hands_the_lowest_total_wins() -> None:
    first: tuple[AnyEvent, ...] = (DEALT, TimeUp(), HandScored(("A", "AE", "", "?")), *INITIALS)
    assert match_of(*first).scores.winners is None
    second = match_of(*first, DEALT, TimeUp(), HandScored(("", "A", "?Q", "A")), *INITIALS)
    assert (second.scores.totals, second.scores.winners) == ((10, 30, 19, 25), (0,))
    assert standing_after_hand(PARTY, (95, 99), ("AAAA", ""), played=3).out == ()
    assert standing_after_hand(PARTY, (40, 40), ("A", "A"), played=10).winners == (0, 1)


@pytest.mark.parametrize(
    ("before", "after", "verdict", "fine"),
    [
        ("/K", "CAT /K", "word good", 0),
        ("/K", "KAT /K", "misspelt", 0),
        ("/K", "ROME /K", "word bad", 50),
        ("CAT /K", "CATZ /K", "misspelt", 0),
        ("ROE /K", "ROME /K", "word bad", 50),
    ],
)
def test_pty_6_the_steward_fines_what_is_wrong_other_than_by_spelling(
    before: str, after: str, verdict: ChallengeVerdict, fine: int
) -> None:
    """The steward fines a player 50 for a proper noun. A misspelling only costs the turn. The challenger
    gets no points in either case."""
    match, told = challenged(before, after)
    assert told.verdict == verdict
    assert match.scores.totals == (0, fine, 0, 0)
    stays = verdict == "word good"
    assert match.position == parse_position(after if stays else before)
    assert match.turn == 2
    assert challenge_points(PARTY, good=True, challenger=2, offender=1)[1] == 0


def test_pty_6_a_steward_may_see_more_than_the_dictionary() -> None:
    """CAT is in the word list. The steward says that it is bad all the same, and Ben pays 50."""
    play = turn(match_of(DEALT), "/K", "CAT /K")
    match = match_of(DEALT, play, ChallengeSettled(2, ("CAT",), "word bad"))
    assert (match.scores.totals, match.table.hands[1].count) == ((0, 50, 0, 0), 10)


def test_pty_6_the_fine_is_an_option() -> None:
    assert configured("lexicon-party", {"fine": 20}).challenges.fine == 20
    twenty = replace(PARTY, challenges=replace(PARTY.challenges, fine=20))
    assert challenge_points(twenty, good=False, challenger=2, offender=0) == (0, 20)


def test_pty_7_a_mistake_stands_for_good_once_the_next_player_has_played() -> None:
    wrong = turn(match_of(DEALT), "/K", "KAT /K")
    assert wrong.stands
    after = turn(match_of(DEALT, wrong), "KAT /K", "KAT CAT /K")
    match = match_of(DEALT, wrong, after)
    assert match.position == parse_position("KAT CAT /K")
    told = challenge_event(match, 0)
    assert told is not None
    assert (told.words, told.verdict) == (("CAT",), "word good")


def test_pty_what_is_undone_leaves_no_trace() -> None:
    events: list[AnyEvent] = [DEALT, TimeUp(), HandScored(("A", "AE", "Q", "?")), *INITIALS]
    for number in range(1, len(events)):
        kept = [event for at, event in enumerate(events) if at not in range(number, len(events))]
        undone = [Undone(at + 1) for at in range(number, len(events))]
        assert match_of(*events, *undone) == match_of(*kept)


def test_pty_a_breach_is_written_down_with_its_reason() -> None:
    ruling = adjudicate(PARTY, WORDS, parse_position("/K"), parse_position("ROME /K"))
    assert isinstance(ruling, Illegal)
    assert written_breach(ruling.breaches[0]).facts["refusal"] == "a proper noun"
