"""Test the summary of a hand: the winner, the points, the best word, the missed word; and a comeback."""

from dataclasses import replace

import pytest

from engine.best import PlayValue, ReviewedTurn
from engine.catalogue import GAMES
from engine.events import (
    AnyEvent,
    HandDealt,
    HandScored,
    MatchEnded,
    MatchSetUp,
    ScoreCorrected,
    TurnFinished,
)
from engine.match import fold
from engine.turn.lost_patience import NO_CARD, NO_WORD
from tests.web.played import JOURNAL, turn
from web.hand_summary import comeback_praise, comebacks, last_ended_hand, summary_shown
from web.snapshot import Account

FIRST = JOURNAL[:4]


def test_who_is_out_what_it_cost_whom_and_the_best_word() -> None:
    told = summary_shown(last_ended_hand(FIRST))
    assert told is not None
    assert (told.number, told.headline, told.best, told.by) == (1, "Bertrand has gone out!", "MOTHER", 1)
    assert (told.accounts[0].player, told.accounts[0].total) == (1, 0)
    assert all(one.points == one.total for one in told.accounts)
    assert told.looking


def test_it_is_told_until_the_next_hand_is_dealt() -> None:
    assert last_ended_hand(JOURNAL[:3]) is None  # it is being played
    assert last_ended_hand(FIRST) is not None
    assert last_ended_hand(JOURNAL[:5]) is None
    assert last_ended_hand(()) is None


def test_a_total_put_right_afterwards_counts_for_the_hand() -> None:
    told = summary_shown(last_ended_hand((*FIRST, ScoreCorrected(0, 3))))
    assert told is not None
    assert Account(0, 3, 3) in told.accounts


def test_the_best_word_is_the_longest_that_offends_nobody_and_a_master_keeps_its_mark() -> None:
    events = (
        MatchSetUp("lexicon", ("Ann", "Ben")),
        HandDealt(),
        turn(1, "/E", "CaT /E", "+CaT"),
        turn(0, "CaT /E", "CaT TOE /E", "+TOE"),
        HandScored(("", "ABC")),
    )
    told, polite = (
        summary_shown(last_ended_hand(events)),
        summary_shown(last_ended_hand(events, lambda word: word == "CAT")),
    )
    assert told is not None
    assert polite is not None
    assert (told.best, told.by) == ("CaT", 1)  # as long as TOE, and with a Master's figure
    assert (polite.best, polite.by) == ("TOE", 0)


def test_what_got_away_is_told_with_the_number_that_the_history_gives_to_the_turn() -> None:
    told = last_ended_hand((*FIRST[:2], turn(0, "/E", "/K", "-E"), *FIRST[2:]))
    assert told is not None
    missed = ReviewedTurn(
        3, 1, "MOTHERS", PlayValue("+MOTHER", ("MOTHER",), 6, 40), True, PlayValue("", ("SMOTHER",), 7, 44)
    )
    summed = summary_shown(replace(told, reviewed=(missed,)))
    assert summed is not None
    assert (summed.looking, summed.known) == (False, True)
    assert summed.missed == ("Bertrand could have played SMOTHER (44 points) on turn 2, instead of MOTHER.",)


def hands(*left: tuple[str, ...]) -> tuple[AnyEvent, ...]:
    """Return the events of hands of Lexicon in which nobody laid a word. `left` has each hand's remaining
    cards, by player."""
    events: list[AnyEvent] = [MatchSetUp("lexicon", ("Ann", "Ben", "Cleo"))]
    for cards in left:
        events += [HandDealt(), TurnFinished(0, "/E", "/E", "pass", "legal", stands=True), HandScored(cards)]
    return tuple(events)


def test_who_was_last_and_leads_has_come_back() -> None:
    events = hands(("QZ", "", "B"), ("", "QZXJ", "QZXJ"))
    told = last_ended_hand(events)
    cheer = comeback_praise(told)
    assert told is not None
    assert told.comebacks == (0,)
    assert cheer is not None
    assert cheer.text == "What a comeback! Ann was last before this hand, and now leads."
    assert (
        comeback_praise(last_ended_hand(hands(("QZ", "", "B")))) is None
    )  # nobody was last before the first hand


@pytest.mark.parametrize(
    ("totals", "earlier", "winners", "back"),
    [
        ((20, 30, 40), [(25, 9, 8)], None, (0,)),
        ((20, 20, 40), [(19, 9, 8)], None, ()),  # two lead
        ((20, 30, 40), [(8, 8, 9)], None, ()),  # was not last
        ((20, 30, 40), [(25, 25, 8)], None, ()),  # two were last
        ((90, 130, 120), [(80, 9, 8), (5, 9, 8)], (0,), (0,)),
        ((90, 130, 120), [(60, 90, 80), (70, 9, 8)], (0,), (0,)),  # was last once
        ((90, 130, 120), [(60, 90, 80), (7, 9, 8)], (0,), ()),
    ],
)
def test_a_comeback_is_from_the_last_place_to_the_first(
    totals: tuple[int, ...],
    earlier: list[tuple[int, ...]],
    winners: tuple[int, ...] | None,
    back: tuple[int, ...],
) -> None:
    match = fold([MatchSetUp("lexicon", ("Ann", "Ben", "Cleo"))])
    assert match is not None
    scores = replace(match.scores, totals=totals, winners=winners)
    assert comebacks(replace(match, scores=scores), earlier) == back


def test_where_points_win_the_fewest_are_last() -> None:
    match = fold([MatchSetUp("keyword", ("Ann", "Ben"))])
    assert match is not None
    assert match.game == GAMES["keyword"].seated(2)
    scores = replace(match.scores, totals=(50, 40), winners=(0,))
    assert comebacks(replace(match, scores=scores), [(9, 12)]) == (0,)


def alone(game: str, lies: str, *more: AnyEvent) -> tuple[AnyEvent, ...]:
    """Return the events of a patience: its deal, and `more`."""
    return (MatchSetUp(game, ("Zoe",)), HandDealt(position=lies), *more)


@pytest.mark.parametrize(
    ("events", "headline", "rest"),
    [
        (
            alone("solitaire-1", "HQ|X", MatchEnded(NO_WORD)),
            "No word can be made of the cards left. This patience is lost.",
            ("3 cards are left: H, Q and X.",),
        ),
        (
            alone("solitaire-2", "H|#X /Q *20", MatchEnded(NO_CARD)),
            "No card can be moved any more. This patience is lost.",
            ("24 cards are left.",),
        ),
        (
            alone(
                "solitaire-1",
                "E|M|O|H",
                TurnFinished(0, "E|M|O|H", "-|-|-|-", "HOME@4,3,2,1", "legal", stands=True),
            ),
            "The patience has come out!",
            ("Every card is used.",),
        ),
    ],
)
def test_of_a_patience_it_is_told_whether_it_came_out_and_what_is_left(
    events: tuple[AnyEvent, ...], headline: str, rest: tuple[str, ...]
) -> None:
    told = summary_shown(last_ended_hand(events))
    assert told is not None
    assert (told.headline, told.rest, told.accounts, told.looking) == (headline, rest, (), False)


def test_a_patience_that_goes_on_has_no_end() -> None:
    assert last_ended_hand(alone("solitaire-1", "E|M|O|H")) is None
