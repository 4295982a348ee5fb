"""Test that a match is the fold of its events: hands, scores, challenges, corrections, and no lost card."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.breach_codec import WrittenBreach, breach_of, written_breach
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandCorrected,
    HandDealt,
    HandScored,
    MatchEnded,
    MatchSetUp,
    Option,
    PackExhausted,
    PositionCorrected,
    QuestionAnswered,
    QuestionAsked,
    RulingKind,
    ScoreCorrected,
    TurnCorrected,
    TurnFinished,
    TurnGiven,
    TurnTakenBack,
    Undone,
)
from engine.match import Match, applied, fold
from engine.position import Grid, Rows
from engine.ruling import NotListed, TooFewLetters, TwoActions
from engine.words import WordRefusal

SET_UP = MatchSetUp("lexicon", ("Ann", "Bob", "Cy"))
DEALT = HandDealt(("SEDXQZAAAA", "10", "10"), "K")
CAT = TurnFinished(1, "/K", "CAT /K", "+CAT", "legal", True)
BAD = TurnFinished(
    2,
    "CAT /K",
    "CATX /K",
    "1:CAT<CATX",
    "illegal",
    False,
    (WrittenBreach("NotListed", "ALL-1", {"word": "CATX", "refusal": "not in the word list"}),),
)


def match_of(*events: AnyEvent) -> Match:
    match = fold(events)
    assert match is not None
    return match


def test_nothing_is_set_up_yet() -> None:
    assert fold([]) is None
    with pytest.raises(ValueError, match="no match"):
        fold([DEALT])


def test_the_left_of_the_dealer_begins() -> None:
    """ALL-4: the player left of the dealer plays first."""
    match = match_of(SET_UP, DEALT)
    assert (match.dealer, match.turn, match.hand.number) == (0, 1, 1)
    assert match.table.stock == 52 - 30 - 1


def test_a_lawful_turn_settles_and_passes_on() -> None:
    match = match_of(SET_UP, DEALT, CAT)
    assert match.position == Rows(("CAT",), "K")
    assert match.table.hands[1].count == 7
    assert (match.turn, match.rejected_position) == (2, None)


def test_an_unlawful_turn_is_lost_and_its_cards_go_back() -> None:
    match = match_of(SET_UP, DEALT, CAT, BAD)
    assert match.position == Rows(("CAT",), "K")
    assert match.table.hands[2].count == 10
    assert match.turn == 0
    assert match.rejected_position == Rows(("CATX",), "K")


def test_a_discard_that_took_the_exposed_card_is_known() -> None:
    """LEX-B: a player discards X and takes the exposed K. The match knows the K as one of the cards in the
    player's hand."""
    took = TurnFinished(0, "CAT /K", "CAT /X", "-X^", "legal", True)
    match = match_of(SET_UP, DEALT, CAT, BAD, took)
    assert match.table.hands[0].known_cards == "AAAADEKQSZ"
    assert (match.table.stock, match.table.pile) == (21, 1)


def test_an_exchange_puts_the_letters_into_the_hand() -> None:
    """LEX-D: the letter taken from the word goes into the hand."""
    swap = TurnFinished(2, "CAT /K", "COT /K", "1:CAT=COT", "legal", True)
    match = match_of(SET_UP, DEALT, CAT, swap)
    assert (match.table.hands[2].count, match.table.hands[2].known_cards) == (10, "A")


def test_going_out_ends_the_hand_and_the_others_score() -> None:
    """LEX-O: a player without cards ends the hand. ALL-4: the deal passes left."""
    dealt = HandDealt(("AE", "3", "Q?"), "K")
    match = match_of(SET_UP, dealt, CAT)
    assert (match.hand.gone_out, match.turn) == (1, None)
    scored = match_of(SET_UP, dealt, CAT, HandScored(("AE", "", "Q?")))
    assert scored.scores.totals == (20, 0, 19)
    assert (scored.dealer, scored.turn, scored.scores.winners) == (1, None, None)


def test_elimination_and_the_last_one_in() -> None:
    """LEX-E: a player who reaches a hundred is out. The last player in wins."""
    scored: list[AnyEvent] = [HandScored(("AAAAEEEEII", "", "Q")), HandDealt(("", "10", "10"), "K")]
    match = match_of(SET_UP, DEALT, *scored)
    assert match.scores.is_out == (True, False, False)
    assert (match.dealer, match.turn) == (1, 2)
    over = match_of(SET_UP, DEALT, *scored, HandScored(("", "", "AAAAEEEEII")))
    assert over.scores.winners == (1,)
    assert over.scores.is_out == (True, False, True)


def test_the_article_puts_out_above_the_hundred() -> None:
    """LEX-E in the article: a player is out above a hundred, not at a hundred."""
    art = MatchSetUp("lexicon", ("Ann", "Bob"), {"edition": "art"})
    dealt = HandDealt(("10", "10"), "")
    assert match_of(art, dealt, HandScored(("AAAAEEEEII", ""))).scores.is_out == (False, False)


def test_a_crossword_ends_at_the_first_hundred_lowest_wins() -> None:
    """XW-9: the game ends when a player reaches a hundred, or fifty in the quick game. The lowest score
    wins."""
    cases: list[tuple[dict[str, Option], str, Any]] = [
        ({}, "AAAAEEEEII", (1,)),
        ({"quick": True}, "AAAAE", (1,)),
        ({}, "AAAAE", None),
    ]
    for options, left, won in cases:
        setup = MatchSetUp("crossword", ("Ann", "Bob"), options)
        assert match_of(setup, HandDealt(), HandScored((left, "A"))).scores.winners == won


def test_five_players_shuffle_two_packs() -> None:
    """ALL-7: from five players on two packs are shuffled together."""
    match = match_of(MatchSetUp("lexicon", tuple("ABCDE")), HandDealt())
    assert match.table.cards == 104


@pytest.mark.parametrize(
    ("edition", "totals"), [("wd", (0, 0, -10)), ("pb", (0, 0, -10)), ("art", (0, 10, 0))]
)
def test_a_bad_word_goes_back_and_points_move(edition: str, totals: tuple[int, ...]) -> None:
    """LEX-CH: the cards of a bad word go back. Points move as the edition says: the challenger loses ten,
    or the offender gets ten."""
    setup = MatchSetUp("lexicon", ("Ann", "Bob", "Cy"), {"edition": edition, "mode": "challenge"})
    match = match_of(setup, DEALT, CAT, ChallengeSettled(2, ("CAT",), "word bad"))
    assert match.scores.totals == totals
    assert match.position == Rows((), "K")
    assert match.table.hands[1].count == 10
    assert (match.turn, match.rejected_position) == (2, Rows(("CAT",), "K"))
    assert not match.challengeable
    assert match.last is not None
    assert not match.last.stands


def test_a_good_word_costs_the_challenger() -> None:
    match = match_of(SET_UP, DEALT, CAT, ChallengeSettled(0, ("CAT",), "word good"))
    assert match.scores.totals == (10, 0, 0)
    assert match.position == Rows(("CAT",), "K")


def test_a_challenge_brings_back_who_went_out_on_a_bad_word() -> None:
    dealt = HandDealt(("10", "3", "10"), "K")
    match = match_of(SET_UP, dealt, CAT, ChallengeSettled(2, ("CAT",), "word bad"))
    assert (match.hand.gone_out, match.turn, match.table.hands[1].count) == (None, 2, 3)


def test_a_turn_taken_back_leaves_no_trace() -> None:
    before, after = match_of(SET_UP, DEALT), match_of(SET_UP, DEALT, CAT, TurnTakenBack())
    assert (after.table, after.turn, after.scores.totals) == (before.table, before.turn, before.scores.totals)


def test_a_corrected_turn_counts_as_if_ruled_so_at_first() -> None:
    fixed = TurnCorrected("COT /K", "+COT", "legal", True)
    match = match_of(SET_UP, DEALT, CAT, fixed)
    assert match.position == Rows(("COT",), "K")
    assert (
        match.table == match_of(SET_UP, DEALT, TurnFinished(1, "/K", "COT /K", "+COT", "legal", True)).table
    )


def test_corrections_set_what_people_say() -> None:
    match = match_of(
        SET_UP,
        DEALT,
        PositionCorrected("DOG /Q"),
        HandCorrected(2, "AEI"),
        ScoreCorrected(0, 55),
        TurnGiven(0),
    )
    assert match.position == Rows(("DOG",), "Q")
    assert match.table.hands[2].hand == "AEI"
    assert (match.scores.totals, match.turn) == ((55, 0, 0), 0)


def test_a_question_holds_the_match_until_it_is_answered() -> None:
    asked = QuestionAsked(1, "/K", "CIT /K", "Is the second letter of CIT an I?", ("CIT /K", "CAT /K"))
    assert match_of(SET_UP, DEALT, asked).question == asked
    assert match_of(SET_UP, DEALT, asked, QuestionAnswered("CAT /K"), CAT).question is None


def test_a_stock_told_to_be_less_than_nothing_is_empty() -> None:
    table = match_of(SET_UP, DEALT, PackExhausted(stock=-1, exposed="Z")).table
    assert table.stock == 0
    assert table.pile > 0


def test_the_exhausted_pack_is_turned_over() -> None:
    """ALL-8: the exposed pile becomes the stock. No card is lost."""
    match = match_of(SET_UP, DEALT, PackExhausted(stock=21, exposed="Z"))
    assert match.table.cards == 52
    assert match.position.exposed == "Z"


def test_an_undone_event_leaves_no_trace() -> None:
    events: list[AnyEvent] = [SET_UP, DEALT, CAT, ChallengeSettled(0, ("CAT",), "word good")]
    assert match_of(*events, Undone(3)).scores.totals == (0, 0, 0)
    assert match_of(*events, Undone(3)) == match_of(*events[:3])
    assert match_of(*events, Undone(3), Undone(4)) == match_of(*events)


def test_a_match_may_be_stopped() -> None:
    match = match_of(SET_UP, DEALT, ScoreCorrected(1, 5), MatchEnded("supper"))
    assert match.scores.winners == (0, 2)


def test_an_empty_grid_is_an_empty_crossword() -> None:
    match = match_of(MatchSetUp("crossword", ("Ann", "Bob")), HandDealt())
    assert match.position == Grid()


@pytest.mark.parametrize(
    "event",
    [
        HandDealt(("10",)),
        HandScored(("A",)),
        TurnTakenBack(),
        TurnGiven(7),
        ChallengeSettled(9, (), "word good"),
        HandDealt(("26", "26", "26")),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(event: AnyEvent) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        fold([SET_UP, event])


def test_breaches_are_written_down_as_facts() -> None:
    for breach in (
        NotListed("MIO", WordRefusal.NOT_LISTED),
        TwoActions(("lay", "discard")),
        TooFewLetters("M", 2),
    ):
        assert breach_of(written_breach(breach)) == breach
    with pytest.raises(ValueError, match="Heresy"):
        breach_of(WrittenBreach("Heresy", "LEX-X"))


class _Play:
    """A maker of plausible random turns, so that Hypothesis can play any hand."""

    WORDS = ("CAT", "MOTHER", "AT", "EXPORT")

    def turn(self, match: Match, draw: Any) -> TurnFinished:
        words = match.position.words if isinstance(match.position, Rows) else ()
        lie = " ".join(words)
        exposed = match.position.exposed or "K"
        word = draw(st.sampled_from(self.WORDS))
        kind = draw(st.sampled_from(("lay", "discard", "insert", "exchange")))
        before = f"{lie} /{exposed}".strip()
        stands = draw(st.booleans())
        assert match.turn is not None
        make = {
            "lay": (f"{lie} {word} /{exposed}", f"+{word}"),
            "discard": (f"{lie} /Z", draw(st.sampled_from(("-Z", "-Z^", "-Z*")))),
            "insert": (f"{lie}S /{exposed}", f"{len(words)}:{words[-1]}<{words[-1]}S") if words else None,
            "exchange": (f"{lie[:-1]}B /{exposed}", f"{len(words)}:{words[-1]}={words[-1][:-1]}B")
            if words and words[-1][-1] != "B"
            else None,
        }[kind]
        after, move = make or (f"{lie} {word} /{exposed}", f"+{word}")
        ruling: RulingKind = "legal" if stands else "illegal"
        drew: Any = draw(st.sampled_from(("", "exposed", "blind"))) if move == "-Z" else ""
        return TurnFinished(match.turn, before, after.strip(), move, ruling, stands, (), drew)


@given(st.data())
def test_no_card_is_ever_lost(data: Any) -> None:
    events: list[AnyEvent] = [SET_UP, HandDealt((), "K")]
    for _ in range(data.draw(st.integers(1, 12))):
        match = match_of(*events)
        if match.turn is None or match.table.hands[match.turn].count < 7:
            break
        events.append(_Play().turn(match, data.draw))
        after = match_of(*events)
        assert after.table.cards == 52
        if after.last and data.draw(st.booleans()):
            events.append(
                data.draw(st.sampled_from((TurnTakenBack(), ChallengeSettled(0, ("X",), "word bad"))))
            )
            assert match_of(*events).table.cards == 52


@given(st.integers(1, 6))
def test_folding_step_by_step_is_folding_at_once(count: int) -> None:
    events: list[AnyEvent] = [
        SET_UP,
        DEALT,
        CAT,
        BAD,
        ChallengeSettled(0, ("CAT",), "word good"),
        TurnGiven(1),
    ]
    match: Match | None = None
    for number, event in enumerate(events[:count]):
        match = applied(match, number, event)
    assert match == fold(events[:count])
