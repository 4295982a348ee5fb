"""Test how sight, packs and word list are weighed together. The result equals the sum over all possible
letters of all cards. It exceeds the packs only if sight is sure, and a letter seen better never becomes
less likely."""

from collections import Counter
from itertools import product
from math import exp, log
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import LETTERS, PARKER, WADDINGTONS, Pack
from engine.evidence import SURPLUS_CARD_LOG_COST, PartReading, assign_faces, weigh_jointly
from engine.evidence import joint as joint_readings

FACES = st.text("AQZ", min_size=1, max_size=3)
CHOICES = st.dictionaries(FACES, st.floats(-8, 0), min_size=1, max_size=4).map(
    lambda found: [PartReading(faces, weight) for faces, weight in found.items()]
)
PARTS = st.lists(CHOICES, min_size=1, max_size=5)
LIMITS = st.fixed_dictionaries({"A": st.integers(0, 6), "Q": st.integers(0, 3), "Z": st.integers(0, 3)})


def too_many(faces: str, limits: dict[str, int]) -> int:
    return sum(max(0, n - limits.get(face, 0)) for face, n in Counter(faces).items())


def all_ways(parts: list[list[PartReading]]) -> list[tuple[float, str, tuple[int, ...]]]:
    ways = []
    for chosen in product(*(range(len(part)) for part in parts)):
        picked = [part[i] for part, i in zip(parts, chosen, strict=True)]
        ways.append((sum(c.weight for c in picked), "".join(c.faces for c in picked), chosen))
    return ways


@given(PARTS, LIMITS)
@settings(max_examples=60, deadline=None)
def test_it_is_exact(parts: list[list[PartReading]], limits: dict[str, int]) -> None:
    ways = [
        (score - SURPLUS_CARD_LOG_COST * too_many(faces, limits), chosen, too_many(faces, limits))
        for score, faces, chosen in all_ways(parts)
    ]
    with mock.patch.object(joint_readings, "MAX_STATES", 1 << 20):  # unlikely states are dropped otherwise
        joint = weigh_jointly(parts, limits, max_combinations=3)
    best = sorted(ways, reverse=True)[:3]
    assert [score for score, _ in joint.ranked] == pytest.approx([score for score, _, _ in best])
    assert joint.is_within_packs in {extra == 0 for score, _, extra in ways if score > best[0][0] - 1e-9}
    whole = sum(exp(score) for score, _, _ in ways)
    assert exp(joint.log_total) == pytest.approx(whole)
    for k, shares in enumerate(joint.shares):
        for i, share in enumerate(shares):
            truth = sum(exp(score) for score, chosen, _ in ways if chosen[k] == i) / whole
            assert share == pytest.approx(truth, abs=1e-9)


@given(PARTS, LIMITS)
@settings(max_examples=60, deadline=None)
def test_a_card_beyond_the_packs_is_believed_only_where_sight_is_clearer_than_that_is_rare(
    parts: list[list[PartReading]], limits: dict[str, int]
) -> None:
    score, chosen = weigh_jointly(parts, limits).ranked[0]
    extra = too_many("".join(part[i].faces for part, i in zip(parts, chosen, strict=True)), limits)
    within_them = [each for each, faces, _ in all_ways(parts) if not too_many(faces, limits)]
    assert all(score >= each - 1e-9 for each in within_them)
    assert (
        not (extra and within_them)
        or score + SURPLUS_CARD_LOG_COST * extra >= max(within_them) + SURPLUS_CARD_LOG_COST - 1e-9
    )


@given(PARTS, LIMITS, st.floats(0.01, 5), st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_seen_better_is_never_believed_less(
    parts: list[list[PartReading]], limits: dict[str, int], more: float, data: st.DataObject
) -> None:
    k = data.draw(st.integers(0, len(parts) - 1))
    i = data.draw(st.integers(0, len(parts[k]) - 1))
    clearer = [list(part) for part in parts]
    clearer[k][i] = PartReading(parts[k][i].faces, parts[k][i].weight + more)
    before, after = weigh_jointly(parts, limits), weigh_jointly(clearer, limits)
    assert after.shares[k][i] >= before.shares[k][i] - 1e-9


@given(PARTS)
@settings(max_examples=30, deadline=None)
def test_without_packs_every_part_stands_for_itself(parts: list[list[PartReading]]) -> None:
    joint = weigh_jointly(parts, None)
    for part, shares in zip(parts, joint.shares, strict=True):
        whole = sum(exp(choice.weight) for choice in part)
        assert shares == pytest.approx([exp(choice.weight) / whole for choice in part])


@given(st.lists(st.permutations("AQZ").map(lambda p: "".join(p[:2])), max_size=7), LIMITS)
@settings(max_examples=60, deadline=None)
def test_an_assignment_is_found_exactly_when_there_is_one(options: list[str], limits: dict[str, int]) -> None:
    found = assign_faces(options, limits)
    possible = any(not too_many("".join(faces), limits) for faces in product(*options))
    assert (found is not None) == possible
    if found is not None:
        assert too_many("".join(found), limits) == 0
        assert all(face in of for face, of in zip(found, options, strict=True))


def test_two_cards_that_look_like_the_only_q_share_it() -> None:
    """Each of two cards is a Q with probability 0.98, otherwise an O. The pack has one Q, so each of them
    is the Q with probability 0.5."""
    card = [PartReading("Q", log(0.98)), PartReading("O", log(0.02))]
    joint = weigh_jointly([card, card], WADDINGTONS.limits())
    assert joint.is_within_packs
    assert [share for shares in joint.shares for share in shares] == pytest.approx([0.5] * 4, abs=0.04)
    assert weigh_jointly([card, card], WADDINGTONS.limits(2)).shares[0][0] == pytest.approx(0.98)


def test_two_qs_as_clear_as_print_are_two_qs() -> None:
    """The pack has one Q, but each of two cards is a Q with probability 0.9999. Both are taken for Qs:
    readings as sure as this are hardly ever wrong, and the players may have named the wrong pack."""
    card = [PartReading("Q", log(0.9999)), PartReading("O", log(0.0001))]
    joint = weigh_jointly([card, card], WADDINGTONS.limits())
    assert joint.ranked[0][1] == (0, 0)
    assert not joint.is_within_packs
    assert all(shares[0] > 0.9 for shares in joint.shares)


@pytest.mark.parametrize("pack", [WADDINGTONS, PARKER])
def test_a_whole_pack_is_within_itself(pack: Pack) -> None:
    parts = [[PartReading(c, log(0.9)), PartReading(LETTERS[ord(c) % 26], log(0.1))] for c in pack.cards()]
    chosen = weigh_jointly(parts, pack.limits()).ranked[0][1]
    faces = "".join(part[i].faces for part, i in zip(parts, chosen, strict=True))
    assert Counter(faces) == Counter(pack.cards())
