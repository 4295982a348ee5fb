"""Test the clauses of My Word, in which a player's horse advances by circles. The cards before a player are
drawn as a grid. `horse` is the number of circles that the horse has passed."""

from dataclasses import replace

import pytest

from engine.catalogue import configured
from engine.position import Grid, RacePosition
from engine.rules.clauses import clauses_broken, reported_faults
from engine.rules.race import (
    RaceTurn,
    RaceTurnResult,
    adjudicate_fronts,
    adjudicate_race,
    race_points,
    turn_result,
)
from engine.ruling import Illegal, NotInHand, TooFewLetters
from engine.ruling.race import HorseAstray, NoNumber, NotCrossed, TooManyWords, WrongNumber
from engine.wording import say
from engine.words import WordList
from engine.words.kinds import Contents
from tests.engine.clauses.grids import PLAIN, PLURAL, SLANG, clauses, move, picture

MW = configured("my-word")
LISTED = dict.fromkeys(["FOR", "OR", "OF", "TWO", "FORT", "FORTS", "ROT", "TO", "ON", "NOT", "FO"], PLAIN)
FLAGGED = {"CATS": PLURAL, "JOB": SLANG}
WORDS = WordList(Contents(dict(sorted((LISTED | FLAGGED).items())), proper=" ROME ", abbreviations=" MRS "))
FOR = RaceTurn(MW, WORDS, picture("FOR"), cards="ROF")


def race(text: str, horse: int = 0, **more: str) -> RaceTurn:
    return replace(FOR, laid=picture(text), horse=horse, cards=more.get("cards"))


def test_mw_1_the_first_turn_draws_three() -> None:
    assert MW.deal.cards == 3
    assert MW.pack.size == 69


def test_mw_2_one_word_or_two_that_cross_with_as_many_cards_as_the_circle_asks() -> None:
    """The booklet's example: R, O and F are FOR, or OR crossed with OF."""
    assert move(adjudicate_race(FOR)) == "+FOR"
    assert move(adjudicate_race(race("OR F.", cards="ROF"))) == "+OR & +OF"
    assert adjudicate_race(race("FORT")) == Illegal(adjudicate_race(race("FORT")).move, (WrongNumber(4, 3),))
    assert move(adjudicate_race(race("FORT", 1))) == "+FORT"


def test_mw_2_not_three_words_and_not_two_that_lie_apart() -> None:
    three = adjudicate_race(race("FO.. OR.. ....", 1))
    assert isinstance(three, Illegal)
    assert any(isinstance(breach, TooManyWords) for breach in three.breaches)
    joined = adjudicate_race(race("FORT O..O", 3))
    assert isinstance(joined, Illegal)
    assert joined.breaches == (TooManyWords(("FORT", "FO", "TO")),)
    apart = adjudicate_race(race("OR.. .... TO..", 1))
    assert isinstance(apart, Illegal)
    assert apart.breaches == (NotCrossed(("OR", "TO")),)


def test_mw_2_words_have_two_letters_and_only_own_cards_are_used() -> None:
    lone = adjudicate_race(race("F"))
    assert isinstance(lone, Illegal)
    assert TooFewLetters("F", 2, "MW-2") in lone.breaches
    foreign = adjudicate_race(replace(FOR, cards="ROT"))
    assert isinstance(foreign, Illegal)
    assert foreign.breaches == (NotInHand("F", "MW-2"),)


@pytest.mark.parametrize(
    ("word", "horse", "broken"), [("ROME", 1, {"MW-8", "MW-2"}), ("JOB", 0, {"MW-8"}), ("MRS", 0, {"MW-8"})]
)
def test_mw_8_proper_names_slang_and_abbreviations_do_not_count(
    word: str, horse: int, broken: set[str]
) -> None:
    ruling = adjudicate_race(race(word, horse))
    assert clauses(ruling) == broken
    assert isinstance(ruling, Illegal)
    assert len(reported_faults(ruling)) == 1
    assert clauses(adjudicate_race(race("ROM"))) == {"MW-2"}


def test_mw_3_a_single_word_goes_on_crossed_words_end_the_turn_and_nothing_loses_it() -> None:
    assert turn_result(FOR) == RaceTurnResult(1, plays_again=True, jokers_spent=0)
    assert turn_result(race("OR F.")) == RaceTurnResult(1, plays_again=False, jokers_spent=0)
    nothing = replace(FOR, laid=Grid())
    assert move(adjudicate_race(nothing)) == "pass"
    assert turn_result(nothing) == RaceTurnResult(0, plays_again=False, jokers_spent=0)


def test_mw_2_a_word_that_does_not_count_breaks_no_clause_of_lexicons() -> None:
    ruling = adjudicate_race(race("ROF"))
    assert isinstance(ruling, Illegal)
    assert {clause for clause, _ in clauses_broken(ruling)} == {"MW-2", "ALL-1", "ALL-5"}


def test_mw_3_no_circle_is_jumped_and_plural_s_is_legal() -> None:
    jumped = adjudicate_race(replace(FOR, horse_after=2))
    assert isinstance(jumped, Illegal)
    assert jumped.breaches == (HorseAstray(2, 1),)
    assert move(adjudicate_race(replace(FOR, horse_after=1))) == "+FOR"
    assert move(adjudicate_race(race("CATS", 1))) == "+CATS"


def test_mw_3_nobody_goes_beyond_the_last_circle_or_moves_anothers_horse() -> None:
    home = adjudicate_race(race("FORTS", 7))
    assert isinstance(home, Illegal)
    assert home.breaches == (HorseAstray(8, 7),)
    others = adjudicate_race(replace(FOR, horse_after=1, others=((2, 2), (0, 1))))
    assert isinstance(others, Illegal)
    assert others.breaches == (HorseAstray(1, 0),)


def test_mw_4_a_turn_takes_a_minute() -> None:
    assert MW.time_limit.seconds == 60


def test_mw_5_a_joker_is_any_letter_and_is_discarded_used_or_not() -> None:
    used = replace(FOR, laid=picture("F?R"), cards="F?R")
    assert move(adjudicate_race(used)) == "+F?R"
    assert turn_result(used).jokers_spent == 1
    assert turn_result(replace(FOR, cards="ROF?")).jokers_spent == 1


def test_mw_6_a_number_card_asks_for_a_number_of_any_length_and_goes_on() -> None:
    """The booklet's example: on circle 5 TWO is spelt out and the horse moves to circle 6."""
    two = replace(race("TWO", 3), drawn="number")
    assert move(adjudicate_race(two)) == "+TWO"
    assert turn_result(two) == RaceTurnResult(4, plays_again=True, jokers_spent=0)
    assert clauses(adjudicate_race(replace(two, laid=picture("FOR")))) == {"MW-6"}
    no_number = adjudicate_race(replace(two, laid=picture("FOR")))
    assert isinstance(no_number, Illegal)
    assert clauses_broken(no_number) == (("MW-6", NoNumber("FOR")),)
    assert say(no_number.breaches[0]).startswith("FOR isn't a number from one to ten")
    assert move(adjudicate_race(replace(two, laid=picture("FORTS"), drawn="picture"))) == "+FORTS"


def test_mw_7_ten_for_the_first_home_and_five_for_the_second() -> None:
    assert [race_points(MW, place) for place in range(3)] == [10, 5, 0]
    assert MW.race.track == (3, 4, 5, 6, 7, 8, 9)
    home = RaceTurn(MW, WORDS, picture("FOR"), horse=6)
    assert turn_result(home) == RaceTurnResult(7, plays_again=False, jokers_spent=0)


def test_mw_3_a_word_that_lay_there_before_the_turn_forms_nothing() -> None:
    """TWO lies in front of the player at the beginning and at the end of the turn. If nothing else is laid
    the turn is a pass: TWO has not been formed in it."""
    before, after = (RacePosition((picture("TWO").rows, ()), (0, 0)) for _ in range(2))
    assert move(adjudicate_fronts(MW, WORDS, before, after)) == "pass"
    formed = replace(after, laid=(("FOR",), ()))
    assert move(adjudicate_fronts(MW, WORDS, before, formed)) == "+FOR"
