"""Test which plays explain a picture and how likely each is: the probabilities add up to 1, doubtful cards
are named, and a legal play is never called illegal."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.best import plays
from engine.catalogue import configured
from engine.explain import ExplanationContext, SettledPosition, explanations, rule_on
from engine.notation import format_position, parse_position
from engine.observation import Observation, Sighting
from engine.position import Grid, Position
from engine.ruling import DoubtfulCard, Illegal, Legal, MoreThanThePack, OtherDoubt, Unclear
from engine.words import WordList

Table = Callable[..., Any]
HAND = "STEARO?"


def context(words: WordList, game: str = "lexicon") -> ExplanationContext:
    return ExplanationContext(configured(game), words)


def laid(table: Any, position: Position) -> Any:
    """Lay a position on the table, with every word turned a little differently."""
    if isinstance(position, Grid):
        return table.grid(_faces(position.rows), 600, 500, 4, jitter=0.02).piles("K", 1600, 300)
    for i, word in enumerate(_faces(position.lines)):
        table = table.word(word, 420, 80 + 120 * i, table.rng.gauss(0, 2), jitter=0.02)
    return table.piles("K")


def _faces(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("".join("?" if c.islower() else c for c in line) for line in lines)


@pytest.mark.parametrize("before", ["MAN HAT /K", "TEA COT /K", "/K", "FAR TOE MEN /K"])
def test_no_lawful_play_is_ever_called_illegal(empty_table: Table, words: WordList, before: str) -> None:
    position = parse_position(before)
    on = context(words)
    found = plays(on.game, words, position, HAND)
    for n, play in enumerate(random.Random(1).sample(found, min(25, len(found)))):
        seen = laid(empty_table(n), play.result).seen()
        case = rule_on(explanations(SettledPosition(position), seen, on), on)
        assert not isinstance(case.ruling, Illegal), format_position(play.result)
        assert sorted(_faces(_rows(case.explanation.after))) == sorted(_faces(_rows(play.result)))


@pytest.mark.parametrize("before", ["MAN HAT /K", "/K"])
@pytest.mark.parametrize("place", [None, (900.0, 400.0)])
def test_a_stock_that_is_not_seen_makes_no_word_of_the_exposed_card(
    empty_table: Table, words: WordList, before: str, place: tuple[float, float] | None
) -> None:
    """The stock is not seen: it may be in a box, under a sleeve, or look like the table. The card beside
    its place is still the exposed card."""
    position = parse_position(before)
    on, settled = context(words), SettledPosition(position, exposed_place=place)
    for n, play in enumerate(random.Random(2).sample(found := plays(on.game, words, position, HAND), 25)):
        seen = without_stock(laid(empty_table(n), play.result).seen())
        case = rule_on(explanations(settled, seen, on), on)
        assert not isinstance(case.ruling, Illegal), format_position(play.result)
        if play.result.exposed == "K" and len(position.lines) < len(play.result.lines):
            assert sorted(_faces(_rows(case.explanation.after))) == sorted(_faces(_rows(play.result)))
            assert isinstance(case.ruling, Legal)
    assert len(found) > 25


def test_a_first_card_beside_a_pile_without_its_stock_is_a_word_in_the_making(
    empty_table: Table, words: WordList
) -> None:
    table = empty_table(9).word("CAT", 400, 200).card("B", 300, 500).piles("K")
    before = SettledPosition(parse_position("CAT /K"), exposed_place=(900.0, 400.0))
    (best, *_) = explanations(before, without_stock(table.seen()), context(words))
    assert format_position(best.after) == "CAT B /K"


def test_a_card_laid_on_the_pile_without_its_stock_is_a_discard(empty_table: Table, words: WordList) -> None:
    table = empty_table(9).word("CAT", 400, 200).piles("B")
    before = SettledPosition(parse_position("CAT /K"), exposed_place=(900.0, 400.0))
    (best, *_) = explanations(before, without_stock(table.seen()), context(words))
    assert format_position(best.after) == "CAT /B"


def without_stock(seen: Observation) -> Observation:
    return replace(seen, cards=tuple(card for card in seen.cards if card.face == "up"))


@pytest.mark.parametrize("before", ["......;.GAME.;......;......;......"])
def test_no_lawful_crossword_play_is_ever_called_illegal(
    empty_table: Table, words: WordList, before: str
) -> None:
    position = parse_position(before)
    on = context(words, "crossword")
    for n, play in enumerate(plays(on.game, words, position, HAND, limit=20)):
        seen = laid(empty_table(n), play.result).seen()
        case = rule_on(explanations(SettledPosition(position), seen, on), on)
        assert isinstance(case.ruling, Legal), format_position(play.result)


def _rows(position: Position) -> tuple[str, ...]:
    return position.lines


@pytest.mark.parametrize("after", ["CAT TEA /K", "CTA /K", "SCAT /K", "CUT /K", "MEN /K", "CA /K"])
def test_a_lower_confidence_only_moves_a_ruling_towards_unclear(
    empty_table: Table, words: WordList, eye: Any, after: str
) -> None:
    """With less confidence a ruling may become Unclear. It never becomes the contrary, or an accusation."""
    on, rulings = context(words), []
    for certainty in (0.995, 0.9, 0.75, 0.6, 0.45):
        seen = laid(empty_table(5), parse_position(after)).seen(eye(certainty=certainty))
        rulings.append(rule_on(explanations(SettledPosition(parse_position("CAT /K")), seen, on), on).ruling)
    firm = type(rulings[0])
    assert all(isinstance(ruling, firm | Unclear) for ruling in rulings)
    settled = [isinstance(ruling, firm) for ruling in rulings]
    assert settled == sorted(settled, reverse=True)


def test_shares_sum_to_one_and_doubtful_cards_are_named(
    empty_table: Table, words: WordList, eye: Any
) -> None:
    seen = laid(empty_table(6), parse_position("CAT /K")).seen(eye(certainty=0.6))
    found = explanations(SettledPosition(parse_position("/K")), seen, context(words))
    assert sum(e.share for e in found) == pytest.approx(1.0, abs=0.05)
    assert found == sorted(found, key=lambda e: -e.share)
    assert any(isinstance(d, DoubtfulCard) for d in found[0].doubts)


def test_cards_do_not_change_by_themselves(empty_table: Table, words: WordList) -> None:
    """The settled A of CAT looks rather like a U in this picture. It stays an A."""
    seen = laid(empty_table(7), parse_position("CAT /K")).seen()
    cards = tuple(_taken_for(card, "A", "U") for card in seen.cards)
    (best, *_) = explanations(
        SettledPosition(parse_position("CAT /K")), Observation(1200, 900, cards), context(words)
    )
    assert not best.changed


def _taken_for(card: Sighting, letter: str, other: str) -> Sighting:
    """Return the card. If its letter is `letter`, let it look more like `other`, with probability 0.6."""
    if card.best is None or card.best[0] != letter:
        return card
    first = card.readings[0]
    return replace(
        card, readings=(replace(first, letter=other, probability=0.6), replace(first, probability=0.35))
    )


def test_the_exposed_card_is_learnt_without_a_play(empty_table: Table, words: WordList) -> None:
    seen = laid(empty_table(8), parse_position("CAT /K")).seen()
    (best, *_) = explanations(SettledPosition(parse_position("CAT")), seen, context(words))
    assert (best.changed, best.after.exposed) == (False, "K")


def test_a_crossword_is_known_again_when_cards_are_added_in_front(
    empty_table: Table, words: WordList
) -> None:
    """TEA is laid through the A of SAL, so the crossword begins two columns further left. The explanation
    gives the positions before and after the play as grids of the same size."""
    on = context(words, "crossword")
    seen = empty_table(9).grid(("..S", "TEA", "..L"), 500, 400).piles("K", 1600, 300).seen()
    (best, *_) = explanations(SettledPosition(parse_position("S;A;L")), seen, on)
    assert best.before == Grid(("..S", "..A", "..L"), "K")
    assert best.after == Grid(("..S", "TEA", "..L"), "K")


def test_a_card_in_no_place_of_the_crossword_is_a_doubt(empty_table: Table, words: WordList) -> None:
    on = context(words, "crossword")
    table = empty_table(10).grid(("GAME",), 500, 400).card("E", 515, 495, 90).piles("K", 1600, 300)
    found = explanations(SettledPosition(parse_position("GAM.;")), table.seen(), on)
    ruling = rule_on(found, on).ruling
    assert isinstance(ruling, Unclear)
    assert any(isinstance(d, OtherDoubt) for d in ruling.doubts)


@pytest.mark.parametrize("bluff", ["MOTHEX", "FQT", "TAEF", "XPERT", "EXPARD", "OO"])
@pytest.mark.parametrize("certainty", [0.91, 0.98])
def test_a_bluff_that_is_clearly_seen_stays_what_it_is(
    empty_table: Table, words: WordList, eye: Any, bluff: str, certainty: float
) -> None:
    """The word list does not overrule a sure letter. This holds for new words and for letters put into
    settled words."""
    for before in ("/K", "CAT /K"):
        after = parse_position(f"{before.removesuffix('/K')}{bluff} /K")
        seen = laid(empty_table(11), after).seen(eye(certainty=certainty))
        (best, *_) = explanations(SettledPosition(parse_position(before)), seen, context(words))
        assert sorted(_rows(best.after)) == sorted(_rows(after))


def test_the_packs_settle_what_sight_leaves_open(empty_table: Table, words: WordList) -> None:
    """The C of CAT and the G of GEM both look like a C. The pack has one C, so the less sure of them is a
    G. With two packs both are Cs."""
    seen = laid(empty_table(12), parse_position("CAT GEM /K")).seen()
    cards = tuple(_taken_for(card, "G", "C") for card in seen.cards)
    (best, *_) = explanations(
        SettledPosition(parse_position("CAT /K")), replace(seen, cards=cards), context(words)
    )
    assert best.after == parse_position("CAT GEM /K")
    two = ExplanationContext(configured("lexicon"), words, packs=2)
    (best, *_) = explanations(SettledPosition(parse_position("CAT /K")), replace(seen, cards=cards), two)
    assert best.after == parse_position("CAT CEM /K")


def test_cards_as_clear_as_print_are_no_others_because_the_pack_holds_fewer(
    empty_table: Table, words: WordList, eye: Any
) -> None:
    """Two cards are Ms as clear as print, and the pack has one M. The deck may be another than the players
    named. So the table asks once, and remembers the answer."""
    on, clear = context(words), eye(certainty=0.9997)
    seen = laid(empty_table(13), after := parse_position("CARD MALE MAN /K")).seen(clear)
    case = rule_on(explanations(SettledPosition(parse_position("CARD MALE /K")), seen, on), on)
    assert sorted(_rows(case.explanation.after)) == sorted(_rows(after))
    assert isinstance(case.ruling, Unclear)
    assert case.ruling.doubts == (MoreThanThePack("M", 2, 1),)
    seen = laid(empty_table(14), parse_position("CARD MALE MAN TOE /K")).seen(clear)
    case = rule_on(explanations(SettledPosition(after), seen, on), on)
    assert isinstance(case.ruling, Legal)
