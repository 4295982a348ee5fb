"""Test a card that no picture has shown: its player is asked about it, and no player is blamed."""

from dataclasses import replace

import pytest

from engine.events import QuestionAsked
from engine.notation import format_position
from engine.observation import Sighting
from engine.table.commands import AnswerQuestion, EndTurn
from engine.table.referee import Referee
from engine.wording.questions import worded
from engine.words import WordList
from tests.engine.table.test_referee import RefereeRig, card, rulings, word

WORDS = WordList.of(["HOUSE", "HORSE", "HO", "MOTHER", "HAT", "THAT", "CAT", "CATS", "MEN", "TEA", "TEAM"])
HO, SE = word("HO", 200), word("SE", 200, x=200 + 3 * 58)
"""Two words with a card's space between them."""


def begun(game: str = "lexicon") -> RefereeRig:
    return RefereeRig(Referee(WORDS)).begun(game=game)


def asked(rig: RefereeRig) -> QuestionAsked:
    (one,) = rig.match.questions
    return one.question


def told(rig: RefereeRig) -> tuple[str, tuple[str, ...]]:
    question = worded(asked(rig), rig.match.players)
    return str(question.asks), tuple(map(str, question.answers))


def unread(x: float, y: float) -> Sighting:
    """Return a card face up at (x, y) mm whose letter is unreadable."""
    return replace(card(x, y, ("A", 1.0)), readings=())


def test_a_hole_in_a_new_word_is_asked_about() -> None:
    rig = begun().plays(HO, SE)
    assert rulings(rig) == ["unclear"]
    assert told(rig) == (
        "What lies between HO and SE, Ben?",
        ("A Master", "Nothing. HO and SE are two words"),
    )


@pytest.mark.parametrize(
    "between",
    [
        [unread(200 + 2 * 58, 200)],
        [replace(unread(200 + 2 * 58, 200), face="down")],
        [unread(200 + 2 * 58, 200), unread(200 + 3 * 58, 200)],
    ],
    ids=["unreadable", "face down", "two of them"],
)
def test_what_lies_unread_in_a_row_is_of_that_row(between: list[Sighting]) -> None:
    right = word("SE", 200, x=200 + (2 + len(between)) * 58)
    rig = begun().plays(HO, between, right)
    assert rulings(rig) == ["unclear"]
    assert rig.lies == f"HO{'?' * len(between)}SE"


def test_an_unread_card_at_the_end_of_a_word_is_of_it() -> None:
    rig = begun().plays(word("CAT", 200), [unread(200 + 3 * 58, 200)])
    assert (rulings(rig), rig.lies) == (["unclear"], "CAT?")
    assert told(rig) == (
        "Am I missing a card of CAT, Ben?",
        ("Yes, a Master", "No. CAT is the whole word"),
    )
    yes, no = asked(rig).choices
    assert (yes, no) == ("CAT?", "CAT")
    rig.says(AnswerQuestion("S"))
    assert rig.lies == "CATS"


def test_two_unread_cards_after_a_word_that_lay_there_are_of_it() -> None:
    """Two unreadable cards lie right after the settled word TEA, so they belong to it. The table asks about
    them, and blames no player."""
    rig = begun().plays(word("TEA", 200))
    rig.plays(word("TEA", 200), [unread(200 + 3 * 58, 200), unread(200 + 4 * 58, 200)])
    assert "illegal" not in rulings(rig)
    assert rig.lies == "TEA??"


def test_the_answer_that_it_is_a_master_makes_it_one() -> None:
    rig = begun().plays(HO, SE)
    rig.says(AnswerQuestion(asked(rig).choices[0]))
    assert (rulings(rig), rig.lies) == (["unclear"], "HO?SE")
    assert rig.match.last is not None
    assert rig.match.last.ruling == "legal"


def test_the_answer_may_be_a_letter() -> None:
    rig = begun().plays(HO, SE).says(AnswerQuestion("R"))
    assert (rig.lies, rig.match.questions) == ("HORSE", ())


def test_two_words_are_ruled_on_when_their_player_says_that_they_are_two() -> None:
    rig = begun().plays(HO, SE)
    rig.says(AnswerQuestion(asked(rig).choices[1]))
    assert rig.match.last is not None
    assert rig.match.last.ruling == "illegal"


def test_what_was_answered_stays_answered_though_the_card_is_never_read() -> None:
    rig = begun().plays(HO, SE).says(AnswerQuestion("U"))
    rig.plays(HO, SE, word("MEN", 400))
    assert rulings(rig) == ["unclear", "legal"]
    assert rig.lies == "HOUSE MEN"


def test_a_word_that_lacks_its_last_card_is_asked_about() -> None:
    rig = begun().plays(word("MOTHE", 200))
    assert rulings(rig) == ["unclear"]
    assert told(rig) == (
        "Am I missing a card of MOTHE, Ben?",
        ("Yes, a Master", "No. MOTHE is the whole word"),
    )
    rig.says(AnswerQuestion("R"))
    assert rig.lies == "MOTHER"


def test_a_letter_goes_to_the_end_where_it_makes_a_word() -> None:
    rig = begun().plays(word("ME", 200)).says(AnswerQuestion("N"))
    assert rig.lies == "MEN"
    other = begun().plays(word("AT", 200)).says(AnswerQuestion("C"))
    assert other.lies == "CAT"


def test_a_word_that_no_card_more_would_mend_is_ruled_on() -> None:
    assert rulings(begun().plays(word("QXZ", 200))) == ["illegal"]


def test_a_new_word_in_the_row_of_another_is_no_part_of_it() -> None:
    """The settled word CAT is followed by a card's space and MEN. Both are words, so MEN is a new word."""
    rig = begun().plays(word("CAT", 200)).plays(word("CAT", 200), word("MEN", 200, x=200 + 4 * 58))
    assert (rulings(rig), rig.lies) == (["legal", "legal"], "CAT MEN")


def test_a_hole_beside_a_settled_word_is_no_fault() -> None:
    """A hole before the settled word HAT has two meanings: the H of a longer word was not seen, or a word
    was laid in the same row. So the ruling is unclear."""
    rig = begun().plays(word("AT", 200, x=316)).says(AnswerQuestion("H"))
    assert rig.lies == "HAT"
    rig.plays(word("EA", 200, x=200 - 2 * 58), word("HAT", 200, x=258))
    assert rulings(rig)[1:] == ["unclear"]


def test_a_settled_word_whose_last_card_is_hidden_costs_the_next_player_nothing() -> None:
    rig = begun().plays(word("CATS", 200))
    rig.sees(word("CAT", 200), word("MEN", 400)).says(EndTurn()).waits(5)
    assert "illegal" not in rulings(rig)
    rig.sees(word("CATS", 200), word("MEN", 400)).waits(5)
    assert format_position(rig.match.position) == "CATS MEN"


def test_a_card_that_is_lacking_in_a_crossword_is_asked_about() -> None:
    rig = begun("crossword").plays(word("CA", 200))
    assert rulings(rig) == ["unclear"]
    rig.says(AnswerQuestion("T"))
    assert rig.lies.strip(";") == "CAT"
