"""Test the sentences about events other than turns."""

from dataclasses import replace

import pytest

from engine.catalogue import GAMES
from engine.events import (
    AnyEvent,
    CardsCut,
    HandCounted,
    HandDealt,
    HandScored,
    KeywordTurned,
    MatchEnded,
    MatchSetUp,
    PackExhausted,
    PositionCorrected,
    PrizeNamed,
    ScoreCorrected,
    ScoreInitialled,
    SpecialDrawn,
    TimeUp,
)
from engine.match import Match, applied, fold
from engine.turn.lost_patience import NO_CARD, NO_PLAY, NO_WORD
from engine.wording.events import say_event

PLAYERS = ("Ann", "Ben", "Cy")
LOST = "This patience is lost."
EVERYBODY = "Everybody who spells it wins this table's prize."
TIE = "Ann and Ben tie and draw again."


def match_of(game: str) -> Match:
    """Return a match of `game` that has been set up and not yet dealt. It has three players, or one in a
    game for one."""
    found = fold((MatchSetUp(game, PLAYERS[: 1 if GAMES[game].seats.most == 1 else 3]),))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("game", "event", "told"),
    [
        ("my-word", SpecialDrawn(1, "number"), "Ben drew a number card: spell a number from one to ten."),
        ("my-word", SpecialDrawn(0, "picture"), "Ann drew a picture card: do what it says."),
        ("lexicon-party", CardsCut(("B", "", "Q")), "Cards drawn: Ann B and Cy Q. Ann deals."),
        ("keyword", CardsCut(("B", "A", "Q")), "Cards drawn: Ann B, Ben A and Cy Q. Ben plays first."),
        (
            "lexicon",
            CardsCut(("B", "B", "")),
            "Cards drawn: Ann B and Ben B. Ann and Ben tie and draw again.",
        ),
        ("lexicon", HandCounted(2, "A?"), "Cy has A and a Master left."),
        ("lexicon", HandCounted(2, "3"), "Cy has 3 cards left."),
        ("lexicon", HandCounted(2, "1"), "Cy has 1 card left."),
        ("lexicon", HandCounted(2, ""), "Cy has no cards left."),
        ("lexicon-party", ScoreInitialled(0, 1), "Ben has checked Ann's score."),
        ("lexicon", ScoreCorrected(1, -5), "Ben's total is now -5."),
        ("keyword", KeywordTurned("LINE"), "The Keyword is now LINE."),
        ("keyword", KeywordTurned(""), "No Keyword lies face up."),
        (
            "keyword",
            PrizeNamed("QUARTZ"),
            "QUARTZ is a prize word. The first to spell it wins the room's prize.",
        ),
        ("keyword", PrizeNamed("QUARTZ", everyone=True), f"QUARTZ is a prize word. {EVERYBODY}"),
        ("keyword", PackExhausted(0), "All the letters have been drawn."),
        ("lexicon", PackExhausted(9), "The stock has run out. The exposed pile is the new stock."),
        ("solitaire-1", MatchEnded(NO_WORD), f"No word can be made of the cards left. {LOST}"),
        ("solitaire-2", MatchEnded(NO_CARD), f"No card can be moved any more. {LOST}"),
        ("clock", MatchEnded(NO_PLAY), f"You went through the whole pack and played nothing. {LOST}"),
        ("clock", MatchEnded("supper"), "The match was ended early."),
        ("lexicon", PositionCorrected("CAT"), ""),
    ],
)
def test_an_event_has_its_sentence(game: str, event: AnyEvent, told: str) -> None:
    assert say_event(event, None, match_of(game)) == told


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("my-word", "Time's up! Ben loses the turn."),
        ("lexicon-party", "Time's up! The hand is over."),
        ("keyword-party", "Time's up! The game is over."),
    ],
)
def test_the_bell_says_what_is_over(game: str, told: str) -> None:
    before = replace(match_of(game), turn=1)
    assert say_event(TimeUp(), before, replace(before, turn=2)) == told


@pytest.mark.parametrize(
    ("game", "told"),
    [("lexicon", "A new hand. Ben begins."), ("my-word", "A new race. Ben begins."), ("solitaire-1", "")],
)
def test_a_deal_says_who_begins(game: str, told: str) -> None:
    waiting = match_of(game)
    dealt = replace(waiting, turn=0) if game == "solitaire-1" else applied(waiting, 1, HandDealt())
    assert say_event(HandDealt(), waiting, dealt) == told


def scored(before: Match, *left: str) -> str:
    event = HandScored(left)
    return say_event(event, before, applied(before, 9, event))


def test_the_end_of_a_hand_says_who_is_out_and_what_it_costs_whom() -> None:
    before = match_of("lexicon")
    ann, cy = before.game.pack.points("QU"), before.game.pack.points("E")
    assert scored(before, "QU", "", "E") == f"Ben has gone out! Ann +{ann}, Cy +{cy}."


def test_who_leaves_the_game_and_who_wins_it_is_told_with_the_hand_that_decided_it() -> None:
    begun = match_of("lexicon")
    before = replace(begun, scores=replace(begun.scores, totals=(95, 0, 0), at_deal=(95, 0, 0)))
    cost = before.game.pack.points("QU")
    assert scored(before, "QU", "", "") == f"The hand is over. Ann +{cost}. Ann leaves the game."
    two_left = replace(before.scores, is_out=(False, False, True), totals=(95, 0, 120))
    last = replace(before, scores=two_left)
    assert scored(last, "QU", "", "") == f"Ben has gone out! Ann +{cost}. Ann leaves the game. Ben wins!"


def test_at_a_party_the_scores_are_those_on_the_cards() -> None:
    before = match_of("lexicon-party")
    cost = before.game.pack.points("QU")
    assert scored(before, "QU", "", "") == f"The hand is over. Ann +{cost}."
