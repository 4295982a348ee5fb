"""Test conditions: every fact has a name, a sentence and advice, and conditions of one kind are reported
together."""

import pytest

from engine.i18n import Sentence
from engine.shared.condition import (
    Black,
    Condition,
    Covered,
    CutOff,
    DirtyLens,
    Fact,
    Frozen,
    Glare,
    Moved,
    NoPictures,
    OutOfFocus,
    Shaken,
    TooBright,
    TooDark,
    Unread,
    Veiled,
    WrongSize,
    advise,
    describe,
    forbids_rulings,
    to_report,
)

FACTS: tuple[Fact, ...] = (
    Black(3),
    TooDark(40),
    TooBright(0.8),
    Glare(1, 0.3),
    OutOfFocus(3.0, 0.03),
    Shaken(5.0, 0.04),
    DirtyLens(2.1),
    Veiled(0.6),
    Moved(40.0, 1.0),
    CutOff(2, "left"),
    Unread(),
    Covered(),
    NoPictures(Sentence("cable pulled")),
    Frozen(2.0),
    WrongSize(640, 480, (2304, 1296)),
)


@pytest.mark.parametrize("fact", FACTS)
def test_every_fact_is_named_said_and_advised_on(fact: Fact) -> None:
    condition = Condition(fact)
    assert condition.kind
    for sentence in (describe(condition), describe(Condition(fact, "serious")), advise(condition)):
        assert sentence[0].isupper()
        assert sentence.endswith(".")


def test_a_camera_that_gave_no_reason_is_said_without_one() -> None:
    assert describe(Condition(NoPictures())) == "The camera gives no pictures."
    pulled = NoPictures(Sentence("cable pulled."))
    assert describe(Condition(pulled)) == "The camera gives no pictures: cable pulled."


def test_kinds_are_distinct() -> None:
    assert len({Condition(fact).kind for fact in FACTS}) == len(FACTS)


def test_only_serious_ones_keep_the_table_from_ruling() -> None:
    assert not forbids_rulings(())
    assert not forbids_rulings((Condition(Glare(0, 0.4)),))
    assert forbids_rulings((Condition(Glare(0, 0.4)), Condition(TooDark(12), "serious")))


def test_the_like_are_told_together_and_serious_ones_first() -> None:
    found = (
        Condition(Glare(0, 0.4)),
        Condition(CutOff(1, "left")),
        Condition(Glare(5, 0.2)),
        Condition(CutOff(2, "top")),
        Condition(CutOff(None, "left")),
        Condition(Moved(90.0, 0.0), "serious"),
    )
    assert [describe(condition, count) for condition, count in to_report(found)] == [
        "The camera or the table was moved.",
        "2 cards reflect the light.",
        "At least 2 cards are cut off at the left of the picture.",
        "A card is cut off at the top of the picture.",
    ]
