"""Test what follows when the cards that a player has laid and drawn do not agree with the number in the
hand. The play holds, nobody goes out by such a number, and the table asks how many cards the player holds."""

import pytest

from engine.events import (
    AnyEvent,
    HandCorrected,
    HandDealt,
    MatchSetUp,
    QuestionAsked,
    TurnAmended,
    TurnFinished,
    TurnTakenBack,
)
from engine.explain import Explanation, ExplanationContext, rule_on
from engine.match import Match, fold, folded_journal
from engine.match.known_hands import Holding
from engine.notation import parse_position
from engine.turn.answers import answer_events
from engine.turn.outcome import turn_events
from engine.wording.questions import worded
from engine.words import WordList

NAMES = ("Anne", "Ben")
BEGUN: tuple[AnyEvent, ...] = (MatchSetUp("lexicon", NAMES), HandDealt((), "K"))


def table(*events: AnyEvent) -> Match:
    match = fold((*BEGUN, *events))
    assert match is not None
    return match


def played(words: WordList, after: str, *events: AnyEvent) -> tuple[TurnFinished, tuple[QuestionAsked, ...]]:
    match = table(*events)
    context = ExplanationContext(match.game, words)
    found = rule_on([Explanation(match.position, parse_position(after), 1.0)], context)
    turn, *asked = turn_events(match, found, len(BEGUN) + len(events))
    assert isinstance(turn, TurnFinished)
    return turn, tuple(one for one in asked if isinstance(one, QuestionAsked) and one.about == "count")


TWO = HandCorrected(1, "2")


def test_a_draw_the_table_missed_is_asked_about_in_words(words: WordList) -> None:
    turn, (asked,) = played(words, "CAT /K", TWO)
    told = worded(asked, NAMES)
    assert str(told.asks) == "By my count Ben had 2 cards left, but played 3. Did I miss a draw?"
    assert [str(answer) for answer in told.answers] == [
        "Yes. Ben has no cards left",
        "Yes. Ben has 1 card left",
        "Yes. Ben has 2 cards left",
        "Yes. Ben has 3 cards left",
    ]
    assert str(told.otherwise) == "None of this. Ben takes the cards back"
    assert (turn.ruling, turn.stands, turn.breaches) == ("legal", True, ())


def test_nobody_goes_out_by_a_count_that_is_wrong(words: WordList) -> None:
    turn, _ = played(words, "CAT /K", TWO)
    later = table(TWO, turn)
    assert (later.hand.gone_out, later.turn, later.table.hands[1].count) == (None, 0, 1)
    assert later.table.cards == table(TWO).table.cards, "no card is lost, none is made"


@pytest.mark.parametrize(("left", "out"), [("0", 1), ("1", None), ("3", None)])
def test_the_answer_puts_the_count_right_and_tells_who_is_out(
    words: WordList, left: str, out: int | None
) -> None:
    turn, (asked,) = played(words, "CAT /K", TWO)
    events = (*BEGUN, TWO, turn, asked)
    said = answer_events(folded_journal(events), words, left)
    done = table(TWO, turn, asked, *said)
    assert (done.hand.gone_out, done.table.hands[1].count, done.questions) == (out, int(left), ())
    assert done.table.cards == table(TWO).table.cards


def test_a_play_that_goes_back_is_not_reckoned_against_the_hand(words: WordList) -> None:
    """CTA is illegal, so its cards go back to the player's hand. The number of cards in the hand stays the
    same."""
    turn, asked = played(words, "CTA /K", TWO)
    assert (turn.ruling, turn.stands, turn.held, asked) == ("illegal", False, None, ())
    assert table(TWO, turn).table.hands[1].count == 2


def test_cards_that_go_back_cost_no_turn(words: WordList) -> None:
    turn, (asked,) = played(words, "CAT /K", TWO)
    said, back = answer_events(folded_journal((*BEGUN, TWO, turn, asked)), words, "")
    assert isinstance(back, TurnTakenBack)
    assert table(TWO, turn, asked, said, back).turn == 1


def test_what_is_said_of_the_turn_later_keeps_its_count(words: WordList) -> None:
    """A player has told how many cards she holds after a turn. Later somebody names a Master of this turn.
    The number of cards remains the one that she told."""
    turn, (asked,) = played(words, "CAT /K", TWO)
    events = (*BEGUN, TWO, turn, asked)
    told = answer_events(folded_journal(events), words, "3")
    named = TurnAmended(3, turn.before, "CaT /K", "+CaT", "legal", stands=True)
    assert table(TWO, turn, asked, *told, named).table.hands[1].count == 3
    assert table(TWO, turn, asked, named).table.hands[1].count == 1


def test_a_turn_that_was_read_wrongly_says_nothing_of_what_its_player_held(words: WordList) -> None:
    """TACIT seemed to take five cards from a hand of four, so the table asked. It was CAT. That takes
    three, and the count stays."""
    four = HandCorrected(1, "4")
    unsure = TurnFinished(1, "/K", "TACIT /K", "+TACIT", "unclear", stands=True, held=6)
    asked = QuestionAsked(1, "/K", "TACIT /K", "What?", ("TACIT /K", "CAT /K"), "turn", 3)
    events = (*BEGUN, four, unsure, asked)
    assert table(four, unsure).table.hands[1].count == 1
    said = answer_events(folded_journal(events), words, "CAT /K")
    assert table(four, unsure, asked, *said).table.hands[1].count == 1
    assert not any(isinstance(event, QuestionAsked) for event in said)


def test_a_count_that_does_not_add_up_once_the_turn_is_clear_is_asked_about(words: WordList) -> None:
    unsure = TurnFinished(1, "/K", "TAC /K", "+TAC", "unclear", stands=True, held=4)
    asked = QuestionAsked(1, "/K", "TAC /K", "What?", ("TAC /K", "CAT /K"), "turn", 3)
    said = answer_events(folded_journal((*BEGUN, TWO, unsure, asked)), words, "CAT /K")
    assert [one.about for one in said if isinstance(one, QuestionAsked)] == ["count"]
    done = table(TWO, unsure, asked, *said)
    assert (done.hand.gone_out, done.table.hands[1].count) == (None, 1)


@pytest.mark.parametrize(
    ("hand", "after", "least"),
    [
        ("2", "CAT /K", 0),
        ("XYZ", "CAT /K", 3),  # all three are known, and none of them was laid
        ("1", "CAT /K", 0),
        ("XYZ", "/Q", 4),  # one is drawn for the Q (LEX-B)
    ],
)
def test_as_many_are_left_at_the_least_as_were_seen_going_in(
    words: WordList, hand: str, after: str, least: int
) -> None:
    _, (asked,) = played(words, after, HandCorrected(1, hand))
    assert asked.choices[0] == str(least)


def test_an_exchange_leaves_as_many_as_it_takes(words: WordList) -> None:
    lies = TurnFinished(1, "/K", "CAT /K", "+CAT", "legal", stands=True)
    one = HandCorrected(0, "0")
    _, (asked,) = played(words, "COT /K", lies, one)
    assert asked.choices[0] == "1"


def test_what_adds_up_is_not_asked_about(words: WordList) -> None:
    for hand in ("3", "CAT", "CATS", "10"):
        turn, asked = played(words, "CAT /K", HandCorrected(1, hand))
        assert (turn.held, asked) == (None, ())


# holdings


@pytest.mark.parametrize(
    ("count", "known", "cards", "short"),
    [
        (3, "", "CAT", 0),
        (2, "", "CAT", 1),
        (0, "", "CAT", 3),
        (3, "CAT", "CAT", 0),
        (3, "ABC", "CAT", 1),
        (4, "ABC", "CAT", 0),
        (5, "AB", "AAA", 0),
        (3, "AAB", "AAA", 1),
        (2, "A", "#", 0),
    ],
)
def test_a_hand_is_short_of_what_it_cannot_have_held(count: int, known: str, cards: str, short: int) -> None:
    assert Holding(count, known).short_by(cards) == short


@pytest.mark.parametrize(
    ("before", "cards", "after"),
    [
        (Holding(3, "ABC"), "B", Holding(2, "AC")),
        (Holding(3, "AB"), "X", Holding(2, "AB")),
        (Holding(3, "AAB"), "A", Holding(2, "AB")),
        (Holding(4, "ABC"), "#", Holding(3, "")),  # it may have been any of the four
        (Holding(4, "ABC"), "#B", Holding(2, "")),
        (Holding(1, "A"), "#", Holding(0, "")),
        (Holding(1, "A"), "AB", Holding(0, "")),
        (Holding(0, ""), "#", Holding(0, "")),
    ],
)
def test_a_card_nobody_saw_may_have_been_any(before: Holding, cards: str, after: Holding) -> None:
    assert before.without(cards) == after


def test_a_hand_holds_what_went_in(words: WordList) -> None:
    assert Holding(2, "A").plus("B", unseen=1) == Holding(4, "AB")
    assert Holding(2, "A").with_count(5) == Holding(5, "A")
    assert Holding(3, "ABC").with_count(1) == Holding(3, "ABC")
    assert Holding(2, "AB").hand == "AB"
    assert Holding(3, "AB").hand == 3
