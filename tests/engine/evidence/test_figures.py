"""Test the red figures on cards as evidence of their letters, beside the letters' own look. They count only
if they agree with the figures of a known pack, and change no letter that is plainly seen."""

from dataclasses import replace
from math import exp, log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import LETTERS, MASTER, WADDINGTONS
from engine.catalogue import configured
from engine.evidence import LISTED_LOG_FACTOR, MIN_SURE_LETTER_PROBABILITY, merge_figures
from engine.evidence.figures import letter_log_weights, printed_figures, single_figure_above
from engine.explain import ExplanationContext, SettledPosition, explanations
from engine.layout import arrange, decide_letters
from engine.observation import Observation, Quad, Reading, Sighting
from engine.position import Rows
from engine.words import WordList

USUAL = WADDINGTONS.figures
CORNERS = ((0.0, 0.0), (57.0, 0.0), (57.0, 89.0), (0.0, 89.0))
PAIRS = [("O", "Q"), ("N", "Z"), ("I", "H"), ("E", "F"), ("U", "V"), ("B", "P")]
FIGURE = st.dictionaries(st.integers(1, 15), st.floats(0.01, 0.33), max_size=3).map(
    lambda d: tuple(d.items())
)


def card(letters: dict[str, float], figure: int | tuple[tuple[int, float], ...] = ()) -> Sighting:
    readings = tuple(Reading(c, 0, p) for c, p in sorted(letters.items(), key=lambda i: -i[1]))
    seen = ((figure, 0.98),) if isinstance(figure, int) else figure
    return Sighting(CORNERS, "up", readings, figure=seen)


def proof(text: str = "MOTHER") -> tuple[Sighting, ...]:
    """Return cards with sure letters and the usual figures, which prove that the deck has these figures."""
    return tuple(card({c: 0.99}, USUAL[c]) for c in text)


def table(*cards: Sighting) -> Observation:
    return Observation(1200, 900, cards)


def letters(doubtful: Sighting, others: tuple[Sighting, ...]) -> dict[str, float]:
    return dict(merge_figures(table(doubtful, *others)).cards[0].letters())


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_the_usual_figures_tell_letters_apart_that_look_alike(one: str, other: str) -> None:
    for truth, rival in ((one, other), (other, one)):
        found = letters(card({rival: 0.6, truth: 0.4}, USUAL[truth]), proof())
        assert found[truth] > MIN_SURE_LETTER_PROBABILITY


def test_a_figure_that_may_be_any_makes_no_letter_sure() -> None:
    """A 10 whose digits run together looks like a 4, an 8 or a 6, and none of them is likely. Such a figure
    makes no letter of its card sure."""
    vague = ((4, 0.33), (8, 0.26), (6, 0.26))
    found = letters(card({"T": 0.58, "I": 0.40}, vague), proof())
    assert max(found.values()) < MIN_SURE_LETTER_PROBABILITY
    assert letters(card({"I": 0.63, "T": 0.35}, vague), proof())["T"] < MIN_SURE_LETTER_PROBABILITY


def test_letters_of_one_figure_stay_as_they_were_seen() -> None:
    assert letters(card({"O": 0.6, "C": 0.4}, 8), proof()) == pytest.approx({"O": 0.6, "C": 0.4})


@pytest.mark.parametrize(
    "others",
    [
        (),
        proof("MO"),
        proof("MOTH"),  # all eights: no figure at all may look like one
        tuple(card({c: 0.99}, 5) for c in "MOTHER"),  # of a pack of its own
        (*proof("MOTHER"), card({"A": 0.99}, 1), card({"D": 0.99}, 3)),  # of two packs
        tuple(replace(c, figure=()) for c in proof()),
        tuple(replace(c, figure=((c.figure[0][0], 0.1),)) for c in proof()),  # hardly legible
    ],
)
def test_figures_that_no_known_pack_is_proven_by_say_nothing(others: tuple[Sighting, ...]) -> None:
    found = merge_figures(table(card({"O": 0.6, "Q": 0.4}, 4), *others))
    assert dict(found.cards[0].letters()) == {"O": 0.6, "Q": 0.4}
    assert not any(each.figure for each in found.cards)


def test_one_card_that_strays_among_many_is_borne_with() -> None:
    assert printed_figures((*proof("MOTHERSAND"), card({"E": 0.99}, 2))) == USUAL
    half_read = tuple(replace(c, figure=((USUAL[c.letters()[0][0]], 0.55),)) for c in proof("MOTE"))
    assert printed_figures(half_read) == USUAL
    assert printed_figures(half_read[1:]) is None


def ways(letter: str, share: float, above: float) -> Sighting:
    """Return a card that is upright with probability `share`, otherwise upside down. `above` is the
    probability that its figure is at the top."""
    readings = Reading(letter, 0, share), Reading(letter, 2, 1 - share)
    return Sighting(CORNERS, "up", readings, figure=((USUAL[letter], 0.98),), upper_half_probability=above)


@pytest.mark.parametrize("stands", [0.99, 0.01])
def test_a_lone_figure_tells_which_way_up_a_card_lies(stands: float) -> None:
    """The other cards show where the pack prints its figures. So the place of N's figure tells whether N is
    upright."""
    others = tuple(ways(c, 0.99, stands) for c in "MOTHER")
    as_seen = merge_figures(table(ways("N", 0.4, stands), *others)).cards[0]
    assert as_seen.readings[0].turns == 0
    assert as_seen.readings[0].probability > MIN_SURE_LETTER_PROBABILITY
    over = merge_figures(table(ways("N", 0.6, 1 - stands), *others)).cards[0]
    assert over.readings[0].turns == 2
    clear = merge_figures(table(ways("N", MIN_SURE_LETTER_PROBABILITY, 1 - stands), *others)).cards[0]
    assert clear.readings[0].turns == 0


@pytest.mark.parametrize("stands", [(0.5,) * 6, (0.99, 0.99, 0.99), (0.99,) * 4 + (0.01,) * 4])
def test_figures_that_stand_both_ways_tell_nothing_of_that(stands: tuple[float, ...]) -> None:
    others = tuple(ways(c, 0.99, p) for c, p in zip("MOTHERSA", stands, strict=False))
    assert single_figure_above(others) is None
    readings = merge_figures(table(ways("N", 0.4, 0.99), *others)).cards[0].readings
    assert {reading.turns: reading.probability for reading in readings} == pytest.approx({0: 0.4, 2: 0.6})


def test_cards_of_which_little_is_known_prove_no_pack() -> None:
    doubtful = tuple(card({c: 0.4, "J": 0.3, "D": 0.3}, USUAL[c]) for c in "MOE")
    assert printed_figures(doubtful) is None
    assert printed_figures(tuple(replace(c, readings=()) for c in proof())) is None


def test_figures_are_heard_once() -> None:
    once = merge_figures(table(card({"O": 0.6, "Q": 0.4}, 4), *proof()))
    assert merge_figures(once) is once


@given(
    st.sampled_from(LETTERS + MASTER),
    st.sampled_from(LETTERS + MASTER),
    st.floats(MIN_SURE_LETTER_PROBABILITY, 0.999),
    FIGURE,
)
@settings(max_examples=200, deadline=None)
def test_a_letter_plainly_seen_is_never_overruled(
    clear: str, other: str, seen: float, figure: tuple[tuple[int, float], ...]
) -> None:
    """This holds for any figure, however sure."""
    doubt = {} if clear == other else {other: 1 - seen}
    for shown in (figure, ((USUAL[other], 1.0),)):
        found = letters(card({clear: seen} | doubt, shown), proof())
        assert max(found, key=found.__getitem__) == clear
        assert found[clear] > 0.5


@given(st.sampled_from("OQNZIHEFUVBP"), st.floats(0.3, 0.7), FIGURE)
@settings(max_examples=100, deadline=None)
def test_what_the_reader_left_open_stays_open(
    letter: str, seen: float, figure: tuple[tuple[int, float], ...]
) -> None:
    found = letters(card({letter: seen, "A": 0.25}, figure), proof())
    assert sum(found.values()) == pytest.approx(seen + 0.25)


def test_a_surer_figure_never_says_less() -> None:
    doubt = (("O", 0.6), ("Q", 0.4))
    worth = [letter_log_weights(((4, p), (8, 1 - p)), USUAL, doubt) for p in (0.5, 0.7, 0.9, 0.99)]
    odds = [each["Q"] - each["O"] for each in worth]
    assert odds == sorted(odds)
    assert odds[0] == pytest.approx(0.0)


def test_against_a_clear_letter_a_figure_is_worth_what_the_list_is() -> None:
    worth = letter_log_weights(((4, 1.0),), USUAL, (("O", 0.95), ("Q", 0.05)))
    assert worth["Q"] - worth["O"] == pytest.approx(LISTED_LOG_FACTOR)
    assert exp(LISTED_LOG_FACTOR) < MIN_SURE_LETTER_PROBABILITY / (1 - MIN_SURE_LETTER_PROBABILITY)
    assert log(MIN_SURE_LETTER_PROBABILITY / (1 - MIN_SURE_LETTER_PROBABILITY)) > LISTED_LOG_FACTOR


def moved(by: float) -> Quad:
    a, b, c, d = ((x + by, y + 100) for x, y in CORNERS)
    return a, b, c, d


def line(*cards: Sighting) -> Observation:
    """Return the observation of cards side by side, as in a word."""
    placed = (replace(each, corners=moved(100 + 58 * n)) for n, each in enumerate(cards))
    return table(*placed)


def test_a_photograph_and_a_table_in_play_hear_them_alike() -> None:
    """The first card of QUOTHED looks rather like an O, but its figure is a Q's. A photograph and a table
    in play both read a Q."""
    sure = tuple(card({c: 0.99}, USUAL[c]) for c in "UOTHED")
    seen = line(card({"O": 0.7, "Q": 0.3}, 4), *sure)
    decision = decide_letters(seen, arrange(seen, None, "rows"))
    assert [word.text for word in decision.arrangement.words] == ["QUOTHED"]
    assert decision.letters[0][0][1] > MIN_SURE_LETTER_PROBABILITY
    ground = ExplanationContext(configured("lexicon"), WordList.of([]))
    after = explanations(SettledPosition(Rows()), seen, ground)[0].after
    assert isinstance(after, Rows)
    assert after.words == ("QUOTHED",)
    mute = replace(seen, cards=tuple(replace(each, figure=()) for each in seen.cards))
    assert [word.text for word in arrange(mute, None, "rows").words] == ["OUOTHED"]


ODD = {letter: 1 + (7 * n + 3) % 15 for n, letter in enumerate(USUAL)}
"""The red figure of each letter in an invented deck. No known pack has these figures."""


def of_odd_deck(*cards: Sighting) -> dict[str, float]:
    """Return the letters that the first card may be, with their probabilities. The deck is a household's
    own, whose enrolled figures, `ODD`, are those of no known pack."""
    return dict(merge_figures(replace(table(*cards), figures=ODD)).cards[0].letters())


def test_an_enrolled_deck_s_own_figures_need_no_proof() -> None:
    doubtful = card({"Q": 0.6, "O": 0.4}, ODD["O"])
    assert letters(doubtful, ()) == pytest.approx({"Q": 0.6, "O": 0.4})
    assert of_odd_deck(doubtful)["O"] > MIN_SURE_LETTER_PROBABILITY


def test_an_enrolled_deck_s_figures_do_not_count_where_others_lie() -> None:
    doubtful = card({"Q": 0.6, "O": 0.4}, ODD["O"])
    others = [card({c: 0.99}, ODD[c] % 15 + 1) for c in "MOTHER"]
    assert of_odd_deck(doubtful, *others)["Q"] == pytest.approx(0.6)


def test_a_letter_whose_figure_was_not_legible_when_it_was_enrolled_gains_and_loses_nothing() -> None:
    partly = {letter: figure for letter, figure in ODD.items() if letter not in "QO"}
    seen = replace(table(card({"Q": 0.6, "O": 0.4}, 8)), figures=partly)
    assert dict(merge_figures(seen).cards[0].letters()) == pytest.approx({"Q": 0.6, "O": 0.4})
