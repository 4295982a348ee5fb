"""Test the sentences that say how a picture differs from the settled position, such as a changed word."""

from dataclasses import replace

import pytest

from engine.explain import Explanation, SettledPosition
from engine.game import Layout
from engine.notation import parse_position
from engine.observation import Observation, Sighting
from engine.turn.picture_check import view_in_counting, view_in_play
from engine.turn.proposal import state_without_play
from engine.wording.pictures import say_picture

QUAD = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@pytest.mark.parametrize(
    ("after", "exposed"), [("CUT /Q", "Q"), ("CUT /K", ""), ("CUT", ""), ("CUTS /K", "")]
)
def test_the_exposed_card_is_told_when_it_is_another(after: str, exposed: str) -> None:
    before = parse_position("CUT /K")
    best = Explanation(before, parse_position(after), 1.0)
    assert (
        view_in_play(Observation(100, 100, ()), best, state_without_play(SettledPosition(before))).exposed
        == exposed
    )


@pytest.mark.parametrize(
    ("before", "after", "changed", "new"),
    [
        ("CUT MEN /K", "CUTS MEN /K", (("CUT", "CUTS"),), ()),
        ("CUT MEN /K", "CUT MEN CAT /K", (), ("CAT",)),
        ("CUT;...;... /K", "CUT;..O;..E /K", (), ("TOE",)),
        ("CUT /K", "CUTS /K", (("CUT", "CUTS"),), ()),
    ],
)
def test_a_word_of_a_row_is_told_as_changed_and_a_crosswords_as_new(
    before: str, after: str, changed: tuple[tuple[str, str], ...], new: tuple[str, ...]
) -> None:
    was = parse_position(before)
    view = view_in_play(
        Observation(100, 100, ()),
        Explanation(was, parse_position(after), 1.0),
        state_without_play(SettledPosition(was)),
    )
    assert (view.changed, view.new) == (changed, new)


@pytest.mark.parametrize(
    ("settled", "lies", "told"),
    [
        ("CATS STRiDE /K", "CATS STR?DE AEI", "I see CATS and STRIDE, and beside them the cards A, E and I."),
        ("CATS ST?DE /K", "CATS ST?DE ?E", "I see CATS and ST★DE, and beside them the cards a Master and E."),
        ("CAT CAT /K", "CAT CAT", "I see CAT and CAT."),
        ("CAT /K", "AEI", "I see the cards A, E and I."),
        ("CAT /K", "Q", "I see 1 card."),
    ],
)
def test_while_hands_are_counted_masters_have_their_letters_and_a_hand_is_no_word(
    settled: str, lies: str, told: str
) -> None:
    best = Explanation(parse_position(""), parse_position(lies), 1.0)
    up = tuple(Sighting(QUAD, "up") for card in lies if card != " ")
    view = view_in_counting(Observation(100, 100, up), best, parse_position(settled))
    assert " ".join(map(str, say_picture(view))) == told


@pytest.mark.parametrize(
    ("layout", "same", "one", "two"),
    [
        ("piles", "I see the 2 piles, as before.", "I see a change in 1 pile.", "I see a change in 2 piles."),
        (
            "columns",
            "I see the 2 columns, as before.",
            "I see a change in 1 column.",
            "I see a change in 2 columns.",
        ),
        (
            "circle",
            "I see the circle, as before.",
            "I see a change in 1 place of the circle.",
            "I see a change in 2 places of the circle.",
        ),
    ],
)
def test_a_patience_is_told_of_in_the_words_of_its_rules(
    layout: Layout, same: str, one: str, two: str
) -> None:
    before = parse_position("MO|H")
    for lies, told in (("MO|H", same), ("M|H", one), ("M|HO", two)):
        best = Explanation(before, parse_position(lies), 1.0)
        view = view_in_play(
            Observation(100, 100, ()), best, state_without_play(SettledPosition(before)), layout
        )
        assert [str(said) for said in say_picture(replace(view, cards=3))] == [told]
