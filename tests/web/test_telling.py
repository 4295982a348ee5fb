"""What happens at a table besides turns, and what a race's turn comes to, in sentences of both languages."""

import pytest

from engine.catalogue import GAMES
from engine.events import (
    AnyEvent,
    CardsCut,
    HandCounted,
    HandDealt,
    KeywordTurned,
    MatchEnded,
    PackExhausted,
    PositionCorrected,
    PrizeNamed,
    ScoreCorrected,
    ScoreInitialled,
    SpecialDrawn,
    TimeUp,
)
from engine.moves import Discard, Lay, Move, Place
from engine.position import Grid, Position, Rows
from engine.turn.lost import NO_CARD, NO_PLAY, NO_WORD
from web import languages
from web.telling import happened, raced, said

PLAYERS = ("Ann", "Ben", "Cy")
NUMBER = "Ben drew a number card: a number from one to ten is to be spelt."
PASSED = "The whole pack was gone through and nothing played: this patience is lost."
TIE = "Cards were cut: Ann B and Ben B. Ann and Ben tie and draw again."
AGAIN = "The horse goes on to circle 3, and its rider plays again."


@pytest.mark.parametrize(
    ("game", "event", "told"),
    [
        ("lexicon", HandDealt(), "A new hand was dealt."),
        ("my-word", HandDealt(), "A race begins."),
        ("solitaire-1", HandDealt(), ""),
        ("my-word", TimeUp(), "Time is up: the turn is lost."),
        ("lexicon-party", TimeUp(), "Time is up: the hand ends as it stands."),
        ("keyword-party", TimeUp(), "Time is up: the game ends as it stands."),
        (
            "my-word",
            SpecialDrawn(1, "number"),
            NUMBER,
        ),
        ("my-word", SpecialDrawn(0, "picture"), "Ann drew a picture card: what it says is to be done."),
        ("lexicon-party", CardsCut(("B", "", "Q")), "Cards were cut: Ann B and Cy Q. Ann deals."),
        ("keyword", CardsCut(("B", "A", "Q")), "Cards were cut: Ann B, Ben A and Cy Q. Ben plays first."),
        (
            "lexicon",
            CardsCut(("B", "B", "")),
            TIE,
        ),
        ("lexicon", HandCounted(2, "A?"), "Cy has A and a Master left."),
        ("lexicon", HandCounted(2, "3"), "Cy has 3 cards left."),
        ("lexicon", HandCounted(2, ""), "Cy has no cards left."),
        ("lexicon-party", ScoreInitialled(0, 1), "Ben checked and initialled the score of Ann."),
        ("lexicon", ScoreCorrected(1, -5), "The total of Ben was set to -5."),
        ("keyword", KeywordTurned("LINE"), "The Keyword LINE was turned up."),
        ("keyword", KeywordTurned(""), "No Keyword lies open."),
        ("keyword", PrizeNamed("QUARTZ"), "Whoever spells QUARTZ first wins the room's prize."),
        (
            "keyword",
            PrizeNamed("QUARTZ", everyone=True),
            "Everybody who spells QUARTZ wins this table's prize.",
        ),
        ("keyword", PackExhausted(0), "The letters are used up."),
        ("lexicon", PackExhausted(9), "The stock was used up: the exposed pile is the new stock."),
        ("solitaire-1", MatchEnded(NO_WORD), "No word can be made of the cards left: this patience is lost."),
        ("solitaire-2", MatchEnded(NO_CARD), "No card can be moved any more: this patience is lost."),
        ("clock", MatchEnded(NO_PLAY), PASSED),
        ("clock", MatchEnded("supper"), "The match was stopped before its end."),
        ("lexicon", PositionCorrected("CAT"), ""),
    ],
)
def test_an_event_has_its_sentence_in_both_languages(game: str, event: AnyEvent, told: str) -> None:
    assert happened(event, GAMES[game], PLAYERS) == told
    with languages.speaking("de"):
        german = happened(event, GAMES[game], PLAYERS)
    assert bool(german) == bool(told)
    assert german != told or not told


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (
            "[]0* []0",
            "[FOR]0* []0",
            f"FOR was formed. {AGAIN}",
        ),
        ("[]1* []0", "[HAT;.D.]1* []0", "HAT and AD were formed, crossing. The horse goes on to circle 4."),
        ("[]6* []0", "[PICTURES]6* []0", "PICTURES was formed. The horse is home."),
        ("[CAT]1* []0", "[CAT]1* []0", "Nothing was formed: the turn is lost."),
        ("CAT", "CATS", ""),
        ("[", "[", ""),
    ],
)
def test_a_turn_of_a_race_says_how_far_the_horse_went(before: str, after: str, told: str) -> None:
    assert raced(GAMES["my-word"], before, after) == told


@pytest.mark.parametrize(
    ("move", "after", "told"),
    [
        (Place(0, 1, False, "B.X"), Grid((".B..", "ROMP", ".X..")), "B and X made BOX."),
        (Place(0, 1, False, "H"), Grid((".H.", "CUT", ".H.")), "H made HUH."),
        (Place(1, 0, True, "TO"), Grid(("CAT", "TO.")), "T and O made TO, CT and AO."),
        (Place(1, 0, False, "a"), Grid(("CT", "a.", "TO")), "A Master made CaT."),
        (Place(1, 0, False, "?"), Grid(("CT", "?.", "TO")), "A Master made C★T."),
        (Place(0, 0, True, "CAT"), Grid(("CAT",)), "CAT was laid."),
        (Place(0, 0, True, "C"), Grid(("C",)), "C was laid at A1."),
        (Place(4, 4, True, "CAT"), Grid(("CAT",)), "C, A and T were laid from E5 to the right."),
        (Lay("CAT"), Rows(("CAT",)), "CAT was laid."),
        (Discard("Q", None), Grid(("CAT",)), "Q was discarded."),
    ],
)
def test_a_play_of_a_crossword_is_told_by_the_words_it_made(move: Move, after: Position, told: str) -> None:
    assert said(move, after) == told
    with languages.speaking("de"):
        assert said(move, after) != told
