"""Test what phones show of games that have more than words and scores, such as the track of a race or the
prize words of a Keyword party."""

from dataclasses import replace

import pytest

from engine.catalogue import GAMES
from engine.events import (
    AnyEvent,
    HandCounted,
    HandDealt,
    MatchEnded,
    MatchSetUp,
    PrizeNamed,
    ScoreCorrected,
    TimeUp,
    TurnFinished,
)
from engine.match import Match, fold
from engine.notation import format_position, parse_position
from engine.position import Grid
from web import game_views
from web.snapshot import Front, Prize, Race, ScoreCard

FEWER = "Reach the far corner in as few words as you can: twelve is very good."
FOUR = ("Ann", "Ben", "Cy", "Di")


def match(*events: AnyEvent) -> Match:
    found = fold(events)
    assert found is not None
    return found


def board(*cells: tuple[int, int, str]) -> str:
    rows = [["."] * 19 for _ in range(19)]
    for row, column, letter in cells:
        rows[row][column] = letter
    return format_position(Grid(tuple("".join(row) for row in rows)))


CAT = board((9, 8, "C"), (9, 9, "A"), (9, 10, "T"))
LAID = TurnFinished(1, board(), CAT, "I10>CAT", "legal", stands=True)


def test_a_race_shows_its_track_the_words_and_who_is_home() -> None:
    begun = match(MatchSetUp("my-word", FOUR[:3]), HandDealt())
    lies = parse_position("[CAT]3 [OR;F.]7* []0*number".replace("7*", "7"))
    raced = replace(begun, table=replace(begun.table, position=lies), hand=replace(begun.hand, home=(1,)))
    track = GAMES["my-word"].race.track
    assert game_views.race(raced) == Race(
        track, (Front(("CAT",), 3), Front(("OR", "F."), 7, home=1), Front((), 0)), "number"
    )
    assert game_views.race(match(MatchSetUp("lexicon", FOUR), HandDealt())) is None


def test_the_end_of_a_party_s_hand_is_counted_initialled_and_cut_for() -> None:
    dealt = match(MatchSetUp("lexicon-party", FOUR), HandDealt())
    assert game_views.reckoning(dealt) is None
    stopped = match(MatchSetUp("lexicon-party", FOUR), HandDealt(), TimeUp(), HandCounted(1, "AB"))
    found = game_views.reckoning(stopped)
    assert found is not None
    assert (found.stage, [card.left for card in found.cards]) == ("counting", [None, "AB", None, None])
    marked = replace(dealt, turn=None, scores=replace(dealt.scores, marks=(4, None, 0, 7)), cutting=(1, 2))
    found = game_views.reckoning(marked)
    assert found is not None
    assert found.cards[0] == ScoreCard("", 4, by=1)
    assert (found.stage, [card.cuts for card in found.cards]) == ("initials", [False, True, True, False])
    cut = game_views.reckoning(replace(marked, scores=replace(marked.scores, marks=())))
    assert cut is not None
    assert (cut.stage, [card.cuts for card in cut.cards]) == ("cutting", [False, True, True, False])
    assert not cut.plays
    drawn = game_views.reckoning(match(MatchSetUp("keyword-party", FOUR, draw=True)))
    assert drawn is not None
    assert (drawn.stage, drawn.plays, [card.cuts for card in drawn.cards]) == ("cutting", True, [True] * 4)


@pytest.mark.parametrize(
    ("game", "told"),
    [("lexicon", "Hand 1"), ("lexicon-party", "Hand 1 of 10"), ("my-word", "Race 1 of 3"), ("keyword", "")],
)
def test_it_says_which_hand_it_is(game: str, told: str) -> None:
    assert game_views.hand_title(match(MatchSetUp(game, FOUR[:3]), HandDealt())) == told


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("keyword-solitaire", "The goal is 850 points."),
        ("word-solitaire", "7 letters added. 10 is fair, 20 excellent, over 25 splendid."),
        (
            "keyword-patience",
            "7 words laid. Reach the far corner in as few words as you can: twelve is very good.",
        ),
        ("solitaire-1", "7 cards left. Play them all to win."),
    ],
)
def test_who_plays_alone_is_told_what_the_figure_means(game: str, told: str) -> None:
    alone = match(MatchSetUp(game, ("Ann",)))
    hand, scores = replace(alone.hand, turns=1), replace(alone.scores, totals=(7,))
    assert game_views.goal_sentence(replace(alone, hand=hand, scores=scores)) == told


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("lexicon", "A player who reaches 100 is out. The last one in wins."),
        ("lexicon-party", "The lowest total wins."),
        ("crossword", "As soon as a total reaches 100, the lowest wins."),
        ("keyword", "The highest total wins."),
        ("my-word", "The highest total wins."),
    ],
)
def test_several_players_are_told_who_wins(game: str, told: str) -> None:
    assert game_views.goal_sentence(match(MatchSetUp(game, FOUR), HandDealt())) == told


NAMED = (PrizeNamed("CAT"), PrizeNamed("DOG"), PrizeNamed("cot", everyone=True))


def test_prize_words_are_shown_with_their_winners() -> None:
    named = match(MatchSetUp("keyword", FOUR), HandDealt(), *NAMED, LAID)
    assert game_views.prizes(named) == (Prize("CAT", winners=(1,)), Prize("DOG"), Prize("COT", everyone=True))
    assert game_views.may_name_prize(named)
    assert not game_views.may_name_prize(match(MatchSetUp("lexicon", FOUR), HandDealt()))


def test_a_blank_may_lie_beside_what_was_laid_last_and_is_put_there() -> None:
    laid = match(MatchSetUp("keyword", FOUR), HandDealt(), LAID)
    assert game_views.blank_squares(laid) == ("I9", "J9", "K9", "H10", "L10", "I11", "J11", "K11")
    after = game_views.with_blank(laid, "L10", "S")
    assert after == board((9, 8, "C"), (9, 9, "A"), (9, 10, "T"), (9, 11, "s"))
    assert game_views.with_blank(laid, "J10", "S") is None
    assert game_views.blank_squares(match(MatchSetUp("keyword", FOUR), HandDealt())) == ()
    assert game_views.blank_squares(match(MatchSetUp("crossword", FOUR), HandDealt())) == ()


def test_the_two_highest_of_a_keyword_party_move_on() -> None:
    scores = tuple(ScoreCorrected(seat, total) for seat, total in enumerate((40, 90, 70, 70)))
    over = match(MatchSetUp("keyword-party", FOUR), HandDealt(), *scores, MatchEnded())
    assert game_views.seats_moving_on(over) == (1, 2, 3)
    assert game_views.seats_moving_on(match(MatchSetUp("keyword-party", FOUR), HandDealt(), *scores)) == ()
    assert (
        game_views.seats_moving_on(match(MatchSetUp("keyword", FOUR), HandDealt(), *scores, MatchEnded()))
        == ()
    )


def test_a_patience_just_dealt_has_all_its_cards_left() -> None:
    deal = (MatchSetUp("solitaire-1", ("Ann",)), HandDealt())
    assert game_views.goal_sentence(match(*deal)) == ""
    dealt = match(*deal, HandDealt(position="MOH|EA|T|"))
    assert dealt.scores.totals == (6,)
    assert game_views.goal_sentence(dealt) == "6 cards left. Play them all to win."
