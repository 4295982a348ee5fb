"""Test what the table remembers of doubtful cards in the settled position: the other letters that a card
may be fade with each clear look, move with the card's word, and are weighed against new readings."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.catalogue import configured
from engine.events import AnyEvent, TurnAmended, TurnTakenBack
from engine.explain import Explanation, ExplanationContext, SettledPosition
from engine.layout import Letters
from engine.notation import parse_position
from engine.observation import Observation, Reading
from engine.turn.card_tracking import EXPOSED, Spot, sightings_by_spot
from engine.turn.misreads import (
    CORRECTED_LETTER_PROBABILITY,
    ExplainedChange,
    RememberedReadings,
    after_confirmation,
    after_correction,
    after_look,
    after_report,
    misread_cards,
    remembered_readings,
    steady_readings,
    with_card_reports,
)
from engine.words import WordList

Table = Callable[..., Any]
CUT = parse_position("CUT /K")
AT_U: Spot = (0, 1)


def context(words: WordList, game: str = "lexicon") -> ExplanationContext:
    return ExplanationContext(configured(game), words)


def looks(seen: Observation, card: str, *letters: tuple[str, float]) -> Observation:
    """Return the observation with other readings of one card: `letters` with their probabilities replace
    the readings of the first card that was read as `card`."""
    readings = tuple(Reading(letter, 0, p) for letter, p in letters)
    one = next(i for i, c in enumerate(seen.cards) if c.best is not None and c.best[0] == card)
    cards = list(seen.cards)
    cards[one] = replace(cards[one], readings=readings)
    return replace(seen, cards=tuple(cards))


@pytest.fixture
def seen(empty_table: Table) -> Observation:
    """Return an observation in which the word CUT, the stock and the exposed K are clearly seen."""
    shown: Observation = empty_table(4).word("CUT", 400, 300).piles("K").seen()
    return shown


# the part kept of each reading


def test_what_a_card_may_have_been_besides_is_remembered_but_not_what_it_hardly_resembled(
    seen: Observation, words: WordList
) -> None:
    doubtful = looks(seen, "U", ("U", 0.7), ("A", 0.2), ("O", 0.02), ("E", 0.01))
    memory = remembered_readings(RememberedReadings(), SettledPosition(CUT), doubtful, context(words))
    assert memory.doubts == ((AT_U, (("A", 0.2), ("O", 0.02))),)
    assert (memory.others(AT_U), memory.others((0, 0))) == ((("A", 0.2), ("O", 0.02)), ())


def test_what_a_later_look_takes_it_for_is_remembered_as_possible_and_no_more(
    seen: Observation, words: WordList
) -> None:
    doubtful = looks(seen, "U", ("A", 0.9), ("U", 0.1))
    assert remembered_readings(RememberedReadings(), SettledPosition(CUT), doubtful, context(words)).others(
        AT_U
    ) == (("A", CORRECTED_LETTER_PROBABILITY),)


def test_the_first_doubt_stays_as_it_was_while_the_card_looks_doubtful(
    seen: Observation, words: WordList
) -> None:
    once = remembered_readings(
        RememberedReadings(), SettledPosition(CUT), looks(seen, "U", ("U", 0.7), ("A", 0.3)), context(words)
    )
    again = remembered_readings(
        once, SettledPosition(CUT), looks(seen, "U", ("U", 0.7), ("O", 0.3)), context(words)
    )
    assert again.others(AT_U) == (("A", 0.3),)


@pytest.mark.parametrize(("p", "left"), [(0.5, 0.25), (0.4, 0.2), (0.39, None), (0.25, None)])
def test_a_clear_look_halves_what_it_may_have_been_and_forgets_the_unlikely(
    seen: Observation, words: WordList, p: float, left: float | None
) -> None:
    memory = RememberedReadings(CUT, ((AT_U, (("A", p),)),))
    clear = looks(seen, "U", ("U", 0.99))
    others = remembered_readings(memory, SettledPosition(CUT), clear, context(words)).others(AT_U)
    assert others == (() if left is None else (("A", left),))


@pytest.mark.parametrize(
    ("later", "where"),
    [("SCUTS /K", (0, 2)), ("CUT MEN /K", (0, 1)), ("COT /K", None), ("", None)],
)
def test_a_doubt_moves_with_its_word_and_goes_with_its_card(
    empty_table: Table, words: WordList, later: str, where: Spot | None
) -> None:
    memory = RememberedReadings(CUT, ((AT_U, (("A", 0.3),)),))
    nothing = empty_table(0).seen()
    moved = remembered_readings(memory, SettledPosition(parse_position(later)), nothing, context(words))
    assert dict(moved.doubts) == ({} if where is None else {where: (("A", 0.3),)})


def test_the_exposed_card_was_seen_again_only_as_it_is_settled() -> None:
    same, other = (Explanation(CUT, parse_position(f"CUT /{card}"), 1.0) for card in "KQ")
    assert after_look(RememberedReadings(), SettledPosition(CUT), same).confirmed_exposed == "K"
    assert after_look(RememberedReadings(), SettledPosition(CUT), other).confirmed_exposed == ""
    bare = parse_position("CUT")
    assert (
        after_look(
            RememberedReadings(confirmed_exposed="K"), SettledPosition(bare), Explanation(bare, bare, 1.0)
        ).confirmed_exposed
        == "K"
    )


# corrections


AMENDED: tuple[AnyEvent, ...] = (TurnAmended(2, "/K", "CAT /K", "+CAT", "legal", True, cause="seen"),)
OF_U: Letters = (("U", CORRECTED_LETTER_PROBABILITY),)


@pytest.mark.parametrize(
    ("was", "now", "doubts"),
    [
        ("CUT /K", "CAT /K", {(0, 1): OF_U}),
        ("CUT /K", "CuT /K", {(0, 1): OF_U}),  # a Master
        ("MEN CUT /K", "MEN CAT /K", {(1, 1): OF_U}),
        ("CUT /K", "CUT /Q", {EXPOSED: (("K", CORRECTED_LETTER_PROBABILITY),)}),
        ("CUT /K", "CUT", {}),
        ("CUT", "CUT /Q", {}),
        ("CUT /K", "CUT /K", {}),
        ("CUT /K", "CUTS /K", {}),  # another word: no misreading
        ("....;.CUT;....", "....;.CAT;....", {(1, 2): OF_U}),
        ("....;.CUT;....", "....;.C.T;....", {}),
    ],
)
def test_what_a_card_was_taken_for_before_it_was_put_right_stays_possible_a_while(
    was: str, now: str, doubts: dict[Spot, Letters]
) -> None:
    before, after = parse_position(was), parse_position(now)
    memory = after_correction(RememberedReadings(before), AMENDED, before, after)
    assert dict(memory.doubts) == doubts
    assert memory.position == (after if was != "CUT /K" or now != "CUTS /K" else before)
    assert after_correction(
        RememberedReadings(before), (*AMENDED, TurnTakenBack()), before, after
    ) == RememberedReadings(before)


# misreadings


def seen_as(
    words: WordList, now: str, look: Observation, memory: RememberedReadings, **how: Any
) -> tuple[Any, ...]:
    best = Explanation(CUT, parse_position(now), 1.0)
    picture = ExplainedChange(SettledPosition(CUT), look, best, context(words))
    return misread_cards(memory, picture, **{"untouched": False, **how})


@pytest.mark.parametrize(
    ("before", "p", "untouched", "healed"),
    [
        (0.3, 0.98, False, True),  # the A that the card may have been
        (0.2, 0.98, False, True),
        (0.19, 0.98, False, False),  # hardly resembled it: exchanged
        (0.19, 0.98, True, True),  # but no hand was there
        (0.3, 0.85, True, False),  # this reading is doubtful itself
    ],
)
def test_a_card_was_misread_when_it_may_have_been_the_other_or_nobody_was_there(
    seen: Observation, words: WordList, before: float, p: float, untouched: bool, healed: bool
) -> None:
    memory = RememberedReadings(CUT, ((AT_U, (("A", before),)),))
    found = seen_as(words, "CAT /K", looks(seen, "U", ("A", p), ("U", 1 - p)), memory, untouched=untouched)
    assert found == (((AT_U, "A"),) if healed else ())


def test_a_card_is_not_healed_to_a_letter_that_another_look_takes_for_a_third(
    seen: Observation, words: WordList
) -> None:
    look = looks(seen, "U", ("O", 0.95), ("A", 0.04), ("U", 0.01))
    memory = RememberedReadings(CUT, ((AT_U, (("A", 0.3),)),))
    assert seen_as(words, "CAT /K", look, memory, untouched=True) == ()


def test_a_card_that_was_certain_and_is_another_after_a_hand_was_there_is_exchanged(
    seen: Observation, words: WordList
) -> None:
    assert seen_as(words, "CAT /K", looks(seen, "U", ("A", 0.98)), RememberedReadings(CUT)) == ()
    assert seen_as(words, "CUT /K", seen, RememberedReadings(CUT), untouched=True) == ()
    assert seen_as(words, "CUTS /K", seen, RememberedReadings(CUT), untouched=True) == ()


@pytest.mark.parametrize(
    ("now", "p", "holds", "untouched", "healed"),
    [
        ("CUT /Q", 0.3, "", False, True),
        ("CUT /Q", 0.3, "Q", False, False),  # a player who holds a Q has discarded it
        ("CUT /Q", 0.3, "Q", True, True),  # unless no hand was there
        ("CUT /Q", 0.1, "", False, False),  # a hand that came has most likely discarded
        ("CUT MEN /Q", 0.1, "", False, True),  # but no player plays and discards
        ("CUT MEN /Q", 0.01, "", False, False),
    ],
)
def test_an_exposed_card_was_misread_or_covered(
    seen: Observation, words: WordList, now: str, p: float, holds: str, untouched: bool, healed: bool
) -> None:
    memory = RememberedReadings(CUT, ((EXPOSED, (("Q", p),)),), confirmed_exposed="K")
    look = looks(seen, "K", ("Q", 0.98))
    found = seen_as(words, now, look, memory, known_hand=holds, untouched=untouched)
    assert found == (((EXPOSED, "Q"),) if healed else ())


@pytest.mark.parametrize(
    ("now", "shown", "healed"),
    [
        ("CUT MEN /Q", "", True),
        ("CAT /Q", "", True),
        ("CUT MEN /Q", "K", False),
        ("CUT MNE /Q", "", False),
        ("CUT /Q", "", False),
    ],
)
def test_one_look_at_a_discard_accuses_nobody_of_a_second_action_beside_a_lawful_play(
    seen: Observation, words: WordList, now: str, shown: str, healed: bool
) -> None:
    found = seen_as(
        words, now, looks(seen, "K", ("Q", 0.98)), RememberedReadings(CUT, confirmed_exposed=shown)
    )
    assert found == (((EXPOSED, "Q"),) if healed else ())


def test_a_card_of_a_crossword_was_misread_though_the_crossword_has_grown(
    empty_table: Table, words: WordList
) -> None:
    """An S was added above the crossword, so each card is now one row further down. The misread U is still
    found."""
    was = parse_position("CUT;..O;..E")
    memory = RememberedReadings(was, ((AT_U, (("A", 0.3),)),))
    look = empty_table(6).grid((".S.", "CAT", "..O", "..E"), 500, 400).seen()
    best = Explanation(parse_position("...;CUT;..O;..E"), parse_position(".S.;CAT;..O;..E"), 1.0)
    picture = ExplainedChange(SettledPosition(was), look, best, context(words, "crossword"))
    found = misread_cards(memory, picture, untouched=False)
    assert found == ((AT_U, "A"),)


# a table that no hand has touched


@pytest.mark.parametrize(
    ("before", "p", "steady"), [(0.02, 0.9, True), (0.02, 0.999, False), (0.5, 0.6, False), (0.3, 0.6, True)]
)
def test_a_poorer_look_at_a_card_nobody_touched_is_outweighed_by_what_it_was(
    seen: Observation, words: WordList, before: float, p: float, steady: bool
) -> None:
    memory = RememberedReadings(CUT, ((AT_U, (("A", before),)),))
    look = looks(seen, "U", ("A", p), ("U", 1 - p))
    now = steady_readings(memory, SettledPosition(CUT), look, context(words))
    best = now.cards[sightings_by_spot(SettledPosition(CUT), look, context(words))[AT_U]].best
    assert best is not None
    assert best == (("U", 1.0) if steady else ("A", p))
    assert sum(one != other for one, other in zip(look.cards, now.cards, strict=True)) == steady


# answers


def test_what_a_person_says_of_a_card_counts_wherever_it_is_pushed(
    seen: Observation, words: WordList
) -> None:
    memory = after_confirmation(
        RememberedReadings(), SettledPosition(CUT), looks(seen, "U", ("A", 0.9)), context(words)
    )
    assert [(one.wrong, one.right, one.exposed) for one in memory.card_reports] == [("A", "U", False)]
    pushed = looks(seen, "U", ("A", 0.9))
    for step in range(1, 4):
        cards = tuple(_moved(card, 30.0) for card in pushed.cards)
        memory, pushed = memory, replace(pushed, cards=cards)
        memory, said = with_card_reports(memory, pushed)
        assert "".join(sorted(c.best[0] for c in said.cards if c.best)) == "CKTU", step
    jumped = replace(pushed, cards=tuple(_moved(card, 40.5) for card in pushed.cards))
    _, said = with_card_reports(memory, jumped)
    assert "".join(sorted(c.best[0] for c in said.cards if c.best)) == "ACKT"


def _moved(card: Any, by: float) -> Any:
    return replace(card, corners=tuple((x, y + by) for x, y in card.corners))


def test_the_last_thing_said_of_a_card_counts_and_others_stay(seen: Observation) -> None:
    c, u = (next(x for x in seen.cards if x.best is not None and x.best[0] == letter) for letter in "CU")
    memory = after_report(after_report(after_report(RememberedReadings(), u, "A"), c, "G"), u, "O")
    assert [(one.wrong, one.right) for one in memory.card_reports] == [("C", "G"), ("U", "O")]


def test_what_was_said_of_the_exposed_card_goes_when_another_covers_it(
    seen: Observation, words: WordList
) -> None:
    memory = after_confirmation(
        RememberedReadings(), SettledPosition(parse_position("CUT /R")), seen, context(words)
    )
    assert [(one.wrong, one.right, one.exposed) for one in memory.card_reports] == [("K", "R", True)]
    kept = remembered_readings(memory, SettledPosition(parse_position("CUT /R")), seen, context(words))
    gone = remembered_readings(memory, SettledPosition(parse_position("CUT /Q")), seen, context(words))
    assert (len(kept.card_reports), len(gone.card_reports)) == (1, 0)
