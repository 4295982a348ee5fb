"""Test how the enrolled cards of a household's deck change what the network reads: a card that looks like
one of them is read as this letter."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.enrol.prototypes import MASTER_CLASSES, NO_WEIGHT_CORRELATION, Prototypes, normal
from vision.tensor_format import BACK, CLASSES, UNLETTERED, Floats

RNG = np.random.default_rng(5)
LOOKS: Floats = RNG.normal(0, 1, (4, 60)).astype(np.float32)
KNOWN = Prototypes(normal(LOOKS), np.array([0, 1, 2, 2]))


def _chances(scores: Floats) -> NDArray[np.float64]:
    odds = np.exp(scores.astype(np.float64) - scores.max(1, keepdims=True))
    return np.asarray(odds / odds.sum(1, keepdims=True))


def _says(one: int, odds: float) -> Floats:
    scores = np.zeros((1, CLASSES), np.float32)
    scores[0, one] = odds
    return scores


def test_a_card_just_like_an_enrolled_one_is_read_as_that_one() -> None:
    chances = _chances(KNOWN.weigh(_says(7, 6.0), LOOKS[1:2] * 3 + 2))
    assert chances[0].argmax() == 1
    assert chances[0, 1] > 0.75


def test_it_can_be_read_although_the_network_takes_it_for_no_card() -> None:
    assert _chances(KNOWN.weigh(_says(CLASSES - 1, 8.0), LOOKS[:1]))[0].argmax() == 0


def test_of_a_legible_deck_what_the_network_says_counts_in_full() -> None:
    half_like = LOOKS[:1] + 0.9 * np.roll(LOOKS[:1], 7)
    said = _says(7, 6.0)
    odd, plain = (replace(KNOWN, legible=legible).weigh(said, half_like) for legible in (False, True))
    assert odd[0].argmax() == 0
    assert plain[0].argmax() == 7


@settings(deadline=None)
@given(st.integers(0, CLASSES - 1), st.floats(0, 20), st.integers(0, 10**6))
def test_what_looks_like_none_of_them_is_read_as_if_nothing_were_enrolled(
    one: int, odds: float, seed: int
) -> None:
    looks = np.random.default_rng(seed).normal(0, 1, (1, 60)).astype(np.float32)
    if KNOWN.resemblance(looks).max() > NO_WEIGHT_CORRELATION:
        return
    said = _says(one, odds)
    np.testing.assert_allclose(_chances(KNOWN.weigh(said, looks)), _chances(said), atol=1e-5)


@pytest.mark.parametrize("near", [0, 3])
def test_what_the_network_takes_for_a_back_stays_one_though_it_is_a_little_like_an_enrolled_card(
    near: int,
) -> None:
    """The network is sure that a card lies face down. The card's look is a little like that of an enrolled
    letter or back. This must not make the reading less sure."""
    known = Prototypes(normal(LOOKS), np.array([0, 1, 2, BACK]))
    looks = normal(LOOKS[near : near + 1]) + 0.9 * normal(RNG.normal(0, 1, (1, 60)).astype(np.float32))
    assert 0.6 < known.resemblance(looks).max() < 0.85
    assert _chances(known.weigh(_says(BACK, 11.0), looks))[0, BACK] > 0.98


def test_a_back_that_the_network_takes_for_none_is_told_by_its_likeness() -> None:
    known = Prototypes(normal(LOOKS), np.array([0, 1, 2, BACK]))
    assert _chances(known.weigh(_says(CLASSES - 1, 6.0), LOOKS[3:]))[0].argmax() == BACK


def test_nothing_enrolled_changes_nothing() -> None:
    none = Prototypes(np.zeros((0, 1), np.float32), np.zeros(0, np.int64))
    said = _says(3, 2.0)
    assert none.weigh(said, LOOKS[:1]) is said


@pytest.mark.parametrize("legible", [False, True])
def test_the_decks_own_master_is_known_whatever_the_network_takes_it_for(legible: bool) -> None:
    """The network takes the Master for a card without a letter. Its likeness to the enrolled Master
    decides, however sure the network is."""
    known = Prototypes(normal(LOOKS), np.array([0, 1, 2, MASTER_CLASSES[0]]), legible=legible)
    chances = _chances(known.weigh(_says(UNLETTERED, 12.0), LOOKS[3:]))
    assert chances[0, MASTER_CLASSES[0]] > 0.95


def test_masters_alone_change_nothing_of_what_looks_like_none() -> None:
    known = Prototypes(normal(LOOKS[3:]), MASTER_CLASSES[:1], legible=True)
    assert not known.lettered
    assert KNOWN.lettered
    said = _says(7, 3.0)
    np.testing.assert_allclose(_chances(known.weigh(said, LOOKS[:1])), _chances(said), atol=1e-4)


def test_what_is_more_like_another_card_of_the_deck_is_not_its_master() -> None:
    known = Prototypes(normal(LOOKS), np.array([0, 1, BACK, MASTER_CLASSES[0]]), legible=True)
    between = normal(LOOKS[2:3]) + 0.8 * normal(LOOKS[3:])
    assert known.resemblance(between)[0, MASTER_CLASSES[0]] < known.resemblance(between)[0, BACK]
    assert _chances(known.weigh(_says(BACK, 3.0), between))[0].argmax() == BACK
