"""Test whose hand lies face up at the end of a hand of play, if two players sit at the same edge of the
table."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.events import (
    AnyEvent,
    Edge,
    HandCounted,
    HandDealt,
    HandScored,
    MatchSetUp,
    QuestionAsked,
    TurnFinished,
)
from engine.explain import SettledPosition, WordPlace
from engine.i18n import UserError
from engine.match import Match, fold
from engine.notation import parse_position
from engine.turn.counting import counting_events, face_up_hands
from engine.turn.outcome import turn_answer_events
from engine.words import WordList

Table = Callable[..., Any]
OTHER: dict[Edge, Edge] = {"bottom": "top", "top": "bottom", "left": "right", "right": "left"}
WIDTH, HEIGHT = 1200, 900


def counting(edge: Edge, first: int, second: int) -> Match:
    """Return a match whose hand of play is over, since Ben has gone out. Ann was dealt `first` cards and Cy
    `second`, and their cards are still to be counted. They share the edge `edge`, Ann first clockwise. Ben
    sits opposite."""
    setup = MatchSetUp("lexicon", ("Ann", "Ben", "Cy"), edges=(edge, OTHER[edge], edge))
    out = TurnFinished(1, "/K", "CAT /K", "+CAT", "legal", True)
    match = fold([setup, HandDealt((str(first), "3", str(second)), "K"), out])
    assert match is not None
    assert match.hand.over
    return match


def test_a_word_is_no_hand_although_nobody_knows_any_longer_where_it_lay(empty_table: Table) -> None:
    """After an answer about an earlier turn the places of the words are unknown. CAT is still not taken for
    a hand."""
    table = empty_table(1).word("CAT", 600, 700).word("HO", 800, 840)
    for by_photograph in (False, True):
        hands = face_up_hands(
            counting("bottom", 2, 3),
            SettledPosition(parse_position("CAT /K")),
            table.seen(),
            by_photograph=by_photograph,
        )
        assert [hand.cards for hand in hands] == ["HO"]


@pytest.mark.parametrize(
    ("edge", "of_ann", "of_cy", "angle"),
    [
        ("bottom", (800, 840), (400, 840), 0),
        ("left", (60, 600), (60, 300), 90),
        ("top", (400, 60), (800, 60), 0),
        ("right", (1140, 300), (1140, 600), 90),
    ],
)
def test_who_share_an_edge_sit_clockwise(
    empty_table: Table,
    edge: Edge,
    of_ann: tuple[float, float],
    of_cy: tuple[float, float],
    angle: float,
) -> None:
    table = empty_table(1).word("HO", *of_ann, angle).word("QVX", *of_cy, angle)
    hands = face_up_hands(counting(edge, 2, 3), SettledPosition(parse_position("CAT /K")), table.seen())
    assert [(hand.seat, hand.cards) for hand in hands] == [(0, "HO"), (2, "QVX")]


@pytest.mark.parametrize(
    ("edge", "at", "angle", "of_ann", "of_cy"),
    [
        ("bottom", (600, 840), 0, "HO", "QVX"),
        ("left", (60, 450), 90, "HO", "QVX"),
        ("top", (600, 60), 0, "QV", "HOX"),
        ("right", (1140, 450), 90, "QV", "HOX"),
    ],
)
def test_hands_end_to_end_are_shared_out_clockwise_by_how_many_each_has(
    empty_table: Table,
    edge: Edge,
    at: tuple[float, float],
    angle: float,
    of_ann: str,
    of_cy: str,
) -> None:
    table = empty_table(2).word("QVXHO", *at, angle)
    hands = face_up_hands(counting(edge, 2, 3), SettledPosition(parse_position("CAT /K")), table.seen())
    assert [(hand.seat, hand.cards) for hand in hands] == [(0, of_ann), (2, of_cy)]


def test_at_a_crossword_what_lies_apart_before_an_edge_is_a_hand(empty_table: Table) -> None:
    setup = MatchSetUp("crossword", ("Ann", "Ben"))
    out = TurnFinished(1, "...;...;...", "...;CAT;...", "A2>CAT", "legal", True)
    match = fold([setup, HandDealt(("3", "3")), out])
    assert match is not None
    assert match.hand.over
    seen = empty_table(3).word("QVX", 600, 840).seen()
    hands = face_up_hands(match, SettledPosition(match.position), seen)
    assert [(hand.seat, hand.cards) for hand in hands] == [(0, "QVX")]


def photographed(empty_table: Table, cards: str, counted: bool) -> list[tuple[int, str]]:
    """Return the hands that are counted when a photograph shows `cards` at its lower edge. With `counted`
    Ann's hand QV was counted before."""
    out = TurnFinished(1, "/K", "CAT /K", "+CAT", "legal", True)
    journal: list[AnyEvent] = [
        MatchSetUp("lexicon", ("Ann", "Ben", "Cy", "Di")),
        HandDealt(("2", "3", "4", "3"), "K"),
        out,
    ]
    match = fold([*journal, *([HandCounted(0, "QV")] if counted else [])])
    assert match is not None
    assert match.hand.over
    seen = empty_table(1).word(cards, 600, 840).seen()
    return [
        (hand.seat, hand.cards)
        for hand in face_up_hands(match, SettledPosition(match.position), seen, by_photograph=True)
    ]


def test_one_phone_goes_round_and_photographs_every_hand_from_its_own_side(empty_table: Table) -> None:
    assert photographed(empty_table, "QV", counted=False) == [(0, "QV")]
    assert photographed(empty_table, "HOX", counted=True) == [(3, "HOX")]
    assert photographed(empty_table, "HOXE", counted=True) == [(2, "EHOX")]
    assert photographed(empty_table, "HO", counted=True) == [(2, "HO")]  # who is asked about the number


def test_a_hand_is_of_cards_that_the_pack_has(words: WordList) -> None:
    setup = MatchSetUp("lexicon", ("Ann", "Ben"))
    out = TurnFinished(1, "/K", "CAT /K", "+CAT", "legal", True)
    asked = QuestionAsked(0, "", "QV", "?", ("QV", "QX"), "hand")
    match = fold([setup, HandDealt(("2", "3"), "K"), out, asked])
    assert match is not None
    assert HandCounted(0, "QX") in turn_answer_events(match, words, "QX", 3)


def test_the_hand_that_is_counted_already_is_nobody_elses(empty_table: Table) -> None:
    assert photographed(empty_table, "QV", counted=True) == []


def of_two_cards(
    empty_table: Table, *more: AnyEvent, cards: tuple[str, ...] = ("HO",)
) -> tuple[AnyEvent, ...]:
    """Return the events of a photograph of hands when Ann, Cy and Di have two cards each."""
    journal: list[AnyEvent] = [
        MatchSetUp("lexicon", ("Ann", "Ben", "Cy", "Di")),
        HandDealt(("2", "3", "2", "2"), "K"),
        TurnFinished(1, "/K", "CAT /K", "+CAT", "legal", True),
    ]
    match = fold([*journal, *more])
    assert match is not None
    table = empty_table(1)
    for n, one in enumerate(cards):
        table = table.word(one, 300 + 400 * n, 840)
    return counting_events(
        match,
        face_up_hands(match, SettledPosition(match.position), table.seen(), by_photograph=True),
        waited=False,
    )


def test_of_hands_alike_in_number_a_photograph_asks_whose_it_shows(empty_table: Table) -> None:
    (asked,) = of_two_cards(empty_table)
    assert isinstance(asked, QuestionAsked)
    assert (asked.about, asked.choices) == ("whose", ("0 HO", "2 HO", "3 HO"))


def test_of_two_hands_in_one_photograph_one_is_asked_about_at_a_time(empty_table: Table) -> None:
    (asked,) = of_two_cards(empty_table, cards=("HO", "QX"))
    assert isinstance(asked, QuestionAsked)
    assert of_two_cards(empty_table, asked, cards=("HO", "QX")) == ()


def test_the_last_of_hands_alike_needs_no_question(empty_table: Table) -> None:
    (one,) = of_two_cards(empty_table, HandCounted(0, "EF"), HandCounted(3, "QX"))
    assert one == HandCounted(2, "HO")


def test_a_hand_that_holds_the_same_as_one_that_is_counted_is_asked_about(empty_table: Table) -> None:
    (asked,) = of_two_cards(empty_table, HandCounted(0, "HO"), HandCounted(3, "QX"))
    assert isinstance(asked, QuestionAsked)
    assert asked.choices == ("0 HO", "2 HO")


@pytest.mark.parametrize("cards", ["A C", "CAT /K", "é", "1"])
def test_what_is_no_card_is_counted_in_no_hand(cards: str) -> None:
    setup = MatchSetUp("lexicon", ("Ann", "Ben"))
    out = TurnFinished(1, "/K", "CAT /K", "+CAT", "legal", True)
    journal: list[AnyEvent] = [setup, HandDealt(("3", "3"), "K"), out]
    for event in (HandCounted(0, cards), HandScored((cards, ""))):
        with pytest.raises(UserError, match="not in the pack"):
            fold([*journal, event])
    asked = QuestionAsked(0, "What does Ann hold?", "", "", about="hand")
    match = fold([*journal, asked])
    assert match is not None
    with pytest.raises(UserError, match=r"not in the pack|The pack has no card"):
        fold([*journal, asked, *turn_answer_events(match, WordList.of(["CAT"]), cards)])


@pytest.mark.parametrize(("word", "hands"), [("", [(0, "T"), (2, "LU")]), ("TAP", [(2, "LU")])])
def test_a_photograph_of_hands_alone_shows_no_rest_of_a_word(
    empty_table: Table, word: str, hands: list[tuple[int, str]]
) -> None:
    """A T lies where EAT lay. If the photograph shows hands alone, the T is Ann's last card. If it shows
    TAP, too, the T may be the rest of EAT, and is not counted."""
    journal: list[AnyEvent] = [
        MatchSetUp("lexicon", ("Ann", "Ben", "Cy")),
        HandDealt(("1", "3", "2"), "K"),
        TurnFinished(1, "TAP EAT /K", "TAP EAT CAT /K", "+CAT", "legal", True),
    ]
    match = fold(journal)
    assert match is not None
    places = tuple(
        WordPlace((float(x), float(y)), 0.0, 170.0) for x, y in ((500, 60), (1000, 840), (600, 450))
    )
    table = empty_table(1).word("T", 1000, 840).word("LU", 100, 450, 90)
    seen = (table.word(word, 500, 60) if word else table).seen()
    found = face_up_hands(match, SettledPosition(match.position, places), seen, by_photograph=True)
    assert sorted((hand.seat, hand.cards) for hand in found) == hands
