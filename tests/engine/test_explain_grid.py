"""Test how the cards of a crossword are explained where something could mislead: the stock close by, bare
table between cards, a shadow, an overlooked card."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.catalogue import configured
from engine.explain import ExplanationContext, SettledPosition, explanations, rule_on
from engine.notation import format_position, parse_position
from engine.position import Grid
from engine.ruling import Illegal, Unclear
from engine.words import WordList

Table = Callable[..., Any]


def test_a_crossword_may_reach_the_stock(empty_table: Table, words: WordList) -> None:
    """A crossword has grown so far that one of its cards lies nearer to the stock than the exposed card
    does. The card beside the stock is still read as the exposed card, and the crossword as a crossword."""
    on, before = ExplanationContext(configured("crossword"), words), parse_position("....;GAME;....;.... /K")
    for n in range(8):
        table = empty_table(n).grid(("...S", "GAME", "...A"), 600, 500).card("A", 785, 450, up=False)
        seen = table.card("K", 785, 565).seen()
        (best, *_) = found = explanations(SettledPosition(before), seen, on)
        assert best.after == Grid(("...S", "GAME", "...A"), "K")
        assert best.doubts == ()
        assert best.share > 0.95, [format_position(e.after) for e in found]


def test_bare_table_between_cards_is_no_stock(empty_table: Table, words: WordList) -> None:
    """Cards of a crossword lie round a square of bare table, which the reader takes for a card face down.
    The square is neither the stock nor a card."""
    on, rows = ExplanationContext(configured("crossword"), words), ("TEA", "O.T", "EAT")
    table = empty_table(3).grid(rows, 400, 400).card("A", 400, 400, up=False).piles("K", 1000, 300)
    (best, *_) = explanations(SettledPosition(parse_position("TEA;O..;E.. /K")), table.seen(), on)
    assert (best.after, best.doubts) == (Grid(rows, "K"), ())


def test_a_stock_that_is_not_seen_makes_nothing_of_the_exposed_card(
    empty_table: Table, words: WordList
) -> None:
    on, before = ExplanationContext(configured("crossword"), words), parse_position("....;GAME;....;.... /K")
    for n in range(8):
        table = empty_table(n).grid(("...S", "GAME", "...A"), 600, 500).piles("K", 1000, 300)
        seen = table.seen()
        seen = replace(seen, cards=tuple(card for card in seen.cards if card.face == "up"))
        (best, *_) = explanations(SettledPosition(before), seen, on)
        assert (best.after, best.doubts) == (Grid(("...S", "GAME", "...A"), "K"), ())


def test_a_shadow_is_no_card_out_of_place(empty_table: Table, words: WordList, eye: Any) -> None:
    """A shadow has half a card's size and no readable letter. It is no card that lies out of place."""
    on, table = (
        ExplanationContext(configured("crossword"), words),
        empty_table(4).grid(("TEA",), 400, 400).piles("K", 1000, 300),
    )
    seen, (shadow,) = (
        table.seen(),
        empty_table(5, shape=(57.0, 44.0)).card("P", 370, 460).seen(eye(certainty=0.45)).cards,
    )
    seen = replace(seen, cards=(*seen.cards, shadow))
    (best, *_) = explanations(SettledPosition(parse_position("/K")), seen, on)
    assert (best.after, best.doubts) == (Grid(("TEA",), "K"), ())


def test_a_master_that_is_not_seen_leaves_no_fault_where_it_lies(empty_table: Table, words: WordList) -> None:
    """Below the M of GAME the A and Y of MA?Y are seen, and the Master between them is not. The table asks
    the player."""
    on, before = ExplanationContext(configured("crossword"), words), parse_position("....;GAME;....;.... /K")
    table = empty_table(5).grid(("GAME", "..A.", "....", "..Y."), 600, 500).piles("K", 1000, 300)
    case = rule_on(explanations(SettledPosition(before), table.seen(), on), on)
    assert isinstance(case.ruling, Unclear)


def test_a_card_that_joins_nothing_may_be_joined_by_one_that_was_overlooked(
    empty_table: Table, words: WordList
) -> None:
    """C lies two places above the T of TEA. The A of CAT may lie between them unseen, so the table asks the
    player."""
    on, before = ExplanationContext(configured("crossword"), words), parse_position("...;...;TEA /K")
    table = empty_table(5).grid(("C..", "...", "TEA"), 600, 500).piles("K", 1000, 300)
    case = rule_on(explanations(SettledPosition(before), table.seen(), on), on)
    assert isinstance(case.ruling, Unclear)


def test_what_no_card_would_join_is_apart(empty_table: Table, words: WordList) -> None:
    on, before = ExplanationContext(configured("crossword"), words), parse_position("...;...;TEA /K")
    for rows in (("X..", "...", "TEA"), ("C..", "...", "...", "TEA")):
        table = empty_table(5).grid(rows, 600, 500).piles("K", 1000, 300)
        case = rule_on(explanations(SettledPosition(before), table.seen(), on), on)
        assert isinstance(case.ruling, Illegal)


def test_a_hole_that_no_card_would_make_a_word_of_is_a_hole(empty_table: Table, words: WordList) -> None:
    on, before = ExplanationContext(configured("crossword"), words), parse_position("....;GAME;....;.... /K")
    table = empty_table(5).grid(("GAME", "..A.", "....", "..Q."), 600, 500).piles("K", 1000, 300)
    case = rule_on(explanations(SettledPosition(before), table.seen(), on), on)
    assert isinstance(case.ruling, Illegal)
