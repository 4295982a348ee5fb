"""Test the effects of turns and corrections on a match: from which pile a drawn card comes, and how a
corrected total affects scores that are still waited for."""

from dataclasses import replace

import pytest

from engine.catalogue import configured
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandCounted,
    HandDealt,
    HandScored,
    MatchSetUp,
    PackExhausted,
    ScoreCorrected,
    ScoreInitialled,
    TimeUp,
    TurnFinished,
)
from engine.match import Match, fold
from engine.match.board_effects import with_rack_refilled
from engine.match.known_hands import Holding
from engine.match.state import CardPlaces
from engine.position import Rows

PAIR = MatchSetUp("lexicon", ("Ann", "Bob"))
WHOLE = HandDealt(("26", "25"), "K")  # one card of 52 is left, and lies exposed


def match_of(*events: AnyEvent) -> Match:
    match = fold(events)
    assert match is not None
    return match


def discard(player: int, before: str, card: str, took: str = "", held: int | None = None) -> TurnFinished:
    return TurnFinished(player, before, f"/{card}", f"-{card}{took}", "legal", True, held=held)


def books(match: Match, player: int) -> tuple[int, str, int, int]:
    """Return four things of a player's table: the number of cards in the hand, the known ones, and the
    sizes of stock and exposed pile."""
    hand = match.table.hands[player]
    return hand.count, hand.known_cards, match.table.stock, match.table.pile


def test_the_card_that_lay_exposed_is_taken_from_beneath_the_discard() -> None:
    assert books(match_of(PAIR, HandDealt(("10", "10"), "K"), discard(1, "/K", "Q", "^")), 1) == (
        10, "K", 31, 1,
    )  # fmt: skip


def test_an_exposed_card_that_nobody_read_is_one_card_more_of_a_hand() -> None:
    """The table could not read the exposed card. A player takes it: the hand has one card more, whose
    letter is unknown."""
    pair = (PAIR, HandDealt(("10", "10"), "K"), discard(1, "/K", "Q"), discard(0, "/Q", "Z"))
    unread = (*pair, PackExhausted(stock=31, exposed=""))
    assert books(match_of(*unread), 1) == (10, "", 31, 1)
    assert books(match_of(*unread, discard(1, "", "E", "^")), 1) == (10, "", 31, 1)


def test_from_a_pile_of_the_discard_alone_nothing_exposed_is_taken_but_a_card_of_the_stock() -> None:
    """The pack is exhausted and no exposed card is left. A player discards and draws. The drawn card comes
    from the stock, even if the recorded turn says that it was the exposed card."""
    empty = (PAIR, HandDealt(("10", "10"), "K"), PackExhausted(stock=32, exposed=""))
    assert books(match_of(*empty), 1) == (10, "", 32, 0)
    assert books(match_of(*empty, discard(1, "", "Q", "^")), 1) == (10, "", 31, 1)
    assert books(match_of(*empty, discard(1, "", "Q", "*")), 1) == (10, "", 31, 1)


def test_without_a_stock_a_card_comes_from_the_pile_as_long_as_more_than_the_discard_lies_there() -> None:
    assert books(match_of(PAIR, WHOLE), 1) == (25, "", 0, 1)
    assert books(match_of(PAIR, WHOLE, discard(1, "/K", "Q")), 1) == (25, "", 0, 1)


def test_without_stock_and_pile_nothing_can_be_drawn() -> None:
    """Bob held the last card of the stock without the table's knowledge. So he discards, but has nothing to
    draw."""
    events = (PAIR, WHOLE, PackExhausted(stock=1), discard(1, "", "Q", held=26))
    assert books(match_of(*events), 1) == (25, "", 0, 1)


PARTY = MatchSetUp("lexicon-party", ("Ann", "Ben", "Cy", "Di"), {"hands": 1})
SCORED: tuple[AnyEvent, ...] = (PARTY, HandDealt(), TimeUp(), HandScored(("A", "AE", "Q", "?")))
INITIALS: tuple[AnyEvent, ...] = tuple(ScoreInitialled(seat, (seat + 1) % 4) for seat in range(4))


@pytest.mark.parametrize("first", range(3))
def test_a_total_put_right_while_initials_are_owed_settles_nothing_before_the_last_of_them(
    first: int,
) -> None:
    """The last hand is scored, and `first` players have initialled their scores. Then Cy's total is
    corrected to 30. Cy's 4 points of this hand are added when the last player has initialled, not before."""
    corrected = match_of(*SCORED, *INITIALS[:first], ScoreCorrected(2, 30))
    assert corrected.scores.winners is None
    assert (corrected.scores.totals[2], corrected.scores.at_deal[2], corrected.scores.marks[2]) == (30, 30, 4)
    done = match_of(*SCORED, *INITIALS[:first], ScoreCorrected(2, 30), *INITIALS[first:])
    assert (done.scores.totals, done.scores.winners) == ((10, 20, 34, 15), (0,))


def test_a_total_put_right_after_the_last_initial_settles_the_match_anew() -> None:
    assert match_of(*SCORED, *INITIALS).scores.winners == (2,)
    assert match_of(*SCORED, *INITIALS, ScoreCorrected(2, 30)).scores.winners == (0,)


LEXICON = (PAIR, HandDealt())


def test_a_total_put_right_within_a_hand_puts_nobody_out_and_between_hands_it_does() -> None:
    within = match_of(*LEXICON, ScoreCorrected(0, 120))
    assert (within.scores.totals, within.scores.at_deal, within.scores.is_out, within.scores.winners) == (
        (120, 0), (120, 0), (False, False), None,
    )  # fmt: skip
    between = match_of(*LEXICON, HandScored(("", "A")), ScoreCorrected(0, 120))
    assert (between.scores.totals, between.scores.is_out, between.scores.winners) == (
        (120, 10),
        (True, False),
        (1,),
    )


def test_a_total_put_right_while_hands_are_counted_waits_for_the_score() -> None:
    out = TurnFinished(1, "/K", "CAT /K", "+CAT", "legal", True)
    counting = match_of(PAIR, HandDealt(("10", "3"), "K"), out, ScoreCorrected(0, 120))
    assert counting.hand.over
    assert (counting.scores.is_out, counting.scores.winners, counting.scores.at_deal) == (
        (False, False),
        None,
        (120, 0),
    )


@pytest.mark.parametrize(
    ("certain", "count", "stock", "filled"),
    [
        (True, 6, 9, (7, 8)),
        (True, 4, 9, (7, 6)),
        (True, 5, 1, (6, 0)),
        (True, 7, 9, (7, 9)),
        (False, 6, 9, (7, 8)),
        (False, 5, 1, (7, 1)),  # the letters were not counted: the end comes when the players say so
        (False, 5, 0, (5, 0)),
    ],
)
def test_kw_a_rack_is_filled_up_again_while_the_reserve_lasts(
    certain: bool, count: int, stock: int, filled: tuple[int, int]
) -> None:
    keyword = configured("keyword")
    game = replace(keyword, deal=replace(keyword.deal, cards=7), pack=replace(keyword.pack, certain=certain))
    table = with_rack_refilled(game, CardPlaces(Rows(), stock, 0, (Holding(3), Holding(count))), 1)
    assert (table.hands[1].count, table.stock) == filled
    assert table.hands[0].count == 3


def test_lex_ch_a_hand_that_goes_on_after_a_challenge_is_counted_anew() -> None:
    """Bob went out with a bad word, and Ann's cards were counted before Cy challenged it. Play goes on, so
    Ann's cards will change."""
    set_up = MatchSetUp("lexicon", ("Ann", "Bob", "Cy"), {"mode": "challenge"})
    out = TurnFinished(1, "/K", "QZ /K", "+QZ", "illegal", True)
    events = (set_up, HandDealt(("10", "2", "10"), "K"), out, HandCounted(0, "AE"))
    assert match_of(*events).hand.counted == ("AE", None, None)
    match = match_of(*events, ChallengeSettled(2, ("QZ",), "word bad"))
    assert (match.turn, match.hand.over, match.hand.counted) == (2, False, ())


def test_a_corrected_total_is_that_of_both_partners() -> None:
    """Partners have one total. So a correction of the total of one corrects the other's."""
    pairs = MatchSetUp("partnership-keyword", ("Ann", "Bob", "Cy", "Di"))
    for dealt in ((), (HandDealt(),)):
        match = match_of(pairs, *dealt, ScoreCorrected(0, 300))
        assert match.scores.totals == (300, 0, 300, 0)
