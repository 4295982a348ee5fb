"""Test patiences from the camera's observation to the move and its ruling."""

from collections.abc import Callable, Sequence

import pytest

from engine.catalogue import configured
from engine.explain import (
    ExplanationContext,
    RuledPlay,
    SettledPosition,
    explanations,
    mismatch,
    rule_on,
)
from engine.notation import format_move, format_position, parse_position
from engine.position import Piles
from engine.ruling import Illegal, Legal, Unclear
from engine.words import WordList
from tests.engine.conftest import Eye, Laid

Table = Callable[..., Laid]
WORDS = WordList.of(["HOME", "CART", "BEAR", "TILL", "TILLER", "LEAD", "JOT", "OAT", "TREE"])


def fans(table: Laid, piles: Sequence[str], x: float = 120, y: float = 120) -> Laid:
    for i, pile in enumerate(piles):
        for depth, letter in enumerate(pile):
            where = x + 130 * i + 14 * depth, y + 18 * depth
            table = table.card(letter.replace("#", "A"), *where, up=letter != "#")
    return table


def columns(table: Laid, piles: Sequence[str]) -> Laid:
    for i, column in enumerate(piles):
        for depth, letter in enumerate(column):
            table = table.card(letter.replace("#", "A"), 120 + 75 * i, 90 + 40 * depth, up=letter != "#")
    return table


def beside(table: Laid, *up: str) -> Laid:
    table = table.card("A", 880, 560, up=False)
    for card in up:
        table = table.card(card, 950, 560)
    return table


def settled(game: str, position: str, table: Laid) -> SettledPosition:
    """Return the settled position of a patience that was dealt as `position` and seen on `table`."""
    at = parse_position(position)
    (first, *_) = explanations(SettledPosition(at), table.seen(), ExplanationContext(configured(game), WORDS))
    assert first.after == at
    return SettledPosition(at, first.places)


def seen(game: str, before: SettledPosition, table: Laid, eye: Eye | None = None) -> RuledPlay:
    context = ExplanationContext(configured(game), WORDS)
    return rule_on(explanations(before, table.seen(eye), context), context)


@pytest.mark.parametrize("seed", range(3))
def test_home_gathered_from_two_piles(empty_table: Table, seed: int) -> None:
    before = settled("solitaire-1", "MOH|XE|ZQ", fans(empty_table(seed), ["MOH", "XE", "ZQ"]))
    told = seen("solitaire-1", before, fans(empty_table(seed + 9), ["", "X", "ZQ"]))
    assert isinstance(told.ruling, Legal)
    assert format_move(told.ruling.move) == "HOME@1,1,1,2"


def test_a_card_from_beneath_is_seen(empty_table: Table) -> None:
    before = settled("solitaire-1", "HX|O|M|E", fans(empty_table(1), ["HX", "O", "M", "E"]))
    table = empty_table(2).card("X", 120, 120)
    told = seen("solitaire-1", before, table)
    assert isinstance(told.ruling, Illegal | Unclear)


def test_a_word_off_the_tableau_and_what_it_uncovers(empty_table: Table) -> None:
    table = beside(fans(empty_table(1), list("BEARX")))
    before = settled("solitaire-2", "B|#E|##A|#R|X /- *20 +2", table)
    told = seen("solitaire-2", before, beside(fans(empty_table(2), ["", "T", "#", "O", "X"])))
    assert isinstance(told.ruling, Legal)
    assert format_move(told.ruling.move) == "BEAR@1,2,3,4"
    assert format_position(told.explanation.after) == "-|T|##|O|X /- *20 +2"


EVERY_TOP = ["", "#", "##", "###", "####", "#####", "######"]
"""The piles of a tableau after a word took all of their top cards. The cards beneath still lie face down."""


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("left", [EVERY_TOP, ["", "A", "#B", "##C", "###D", "####X", "#####Y"]])
def test_a_word_of_every_top_follows_whether_or_not_the_deal_was_ever_seen(
    empty_table: Table, known: bool, left: list[str]
) -> None:
    words = WordList.of(["TILLERS"])
    dealt, context = (
        "T|#I|##L|###L|####E|#####R|######S /- *24 +2",
        ExplanationContext(configured("solitaire-2"), words),
    )

    def lies(seed: int, piles: Sequence[str]) -> Laid:
        table = beside(fans(empty_table(seed), [pile[-1:] for pile in piles]))
        return table.card("?", 120, 400).card("?", 250, 400)

    at = parse_position(dealt)
    first = explanations(SettledPosition(at), lies(1, dealt.split(" ")[0].split("|")).seen(), context)[0]
    settled = SettledPosition(at, first.places) if known else SettledPosition(at)
    best = explanations(settled, lies(2, left).seen(), context)[0]
    assert best.after.lines[0] == ""
    assert best.after.masters == 2  # type: ignore[union-attr]
    assert mismatch(best, context) is None
    ruling = rule_on([best], context).ruling
    assert isinstance(ruling, Legal)
    assert format_move(ruling.move) == "TILLERS@1,2,3,4,5,6,7"


def test_a_nest_card_turned_up_and_a_vowel_moved(empty_table: Table) -> None:
    table = beside(fans(empty_table(3), ["A", "B"]))
    before = settled("solitaire-2", "A|#B /- *20", table)
    told = seen("solitaire-2", before, beside(fans(empty_table(4), ["A", "B"]), "Q"))
    assert isinstance(told.ruling, Legal)
    assert format_move(told.ruling.move) == "*Q"
    assert format_position(told.explanation.after) == "A|#B /Q *19"


@pytest.mark.parametrize("seed", range(3))
def test_the_card_turned_up_goes_under_a_column(empty_table: Table, seed: int) -> None:
    table = beside(columns(empty_table(seed), ["TIL", "J"]), "L")
    before = settled("word-solitaire", "TIL|J /L *20", table)
    told = seen("word-solitaire", before, beside(columns(empty_table(seed + 9), ["TILL", "J"])))
    assert isinstance(told.ruling, Legal)
    assert format_move(told.ruling.move) == "L@^>1"
    assert format_position(told.explanation.after) == "TILL|J /- *20"


def test_a_card_placed_and_the_next_turned_up_between_two_looks(empty_table: Table) -> None:
    table = beside(columns(empty_table(1), ["TIL", "J"]), "L")
    before = settled("word-solitaire", "TIL|J /L *20", table)
    told = seen("word-solitaire", before, beside(columns(empty_table(2), ["TILL", "J"]), "O"))
    assert isinstance(told.ruling, Legal)
    assert format_move(told.ruling.move) == "L@^>1 & *O"
    assert format_position(told.explanation.after) == "TILL|J /O *19"


def test_a_card_turned_and_placed_between_two_looks_is_lawful(empty_table: Table) -> None:
    """One photograph shows TIL, the next TILL. The L was turned up and placed between them."""
    table = beside(columns(empty_table(1), ["TIL", "J"]))
    before = settled("word-solitaire", "TIL|J /- *20", table)
    told = seen("word-solitaire", before, beside(columns(empty_table(2), ["TILL", "J"])))
    assert isinstance(told.ruling, Legal)
    assert format_position(told.explanation.after) == "TILL|J /- *19"


def test_a_card_seen_nowhere_was_passed_over_or_overlooked_and_nobody_is_accused(empty_table: Table) -> None:
    """The L that was turned up is gone and lies on no column. WS-4 demands that it is placed. But the
    camera may have overlooked it, so the ruling is unclear."""
    table = beside(columns(empty_table(1), ["TIL", "J"]), "L")
    before = settled("word-solitaire", "TIL|J /L *20", table)
    told = seen("word-solitaire", before, beside(columns(empty_table(2), ["TIL", "J"]), "O"))
    assert isinstance(told.ruling, Unclear)


def test_a_card_that_fits_closes_no_column(empty_table: Table) -> None:
    table = beside(columns(empty_table(1), ["TIL", "J"]), "O")
    before = settled("word-solitaire", "TIL|J /O *20", table)
    told = seen("word-solitaire", before, beside(columns(empty_table(2), ["TIL#", "J"])))
    assert isinstance(told.ruling, Illegal)
    assert {breach.clause for breach in told.ruling.breaches} == {"WS-2"}


def test_nobody_is_accused_of_a_card_that_cannot_be_read(empty_table: Table) -> None:
    table = beside(columns(empty_table(1), ["TIL", "J"]))
    before = settled("word-solitaire", "TIL|J", table)
    doubtful = seen(
        "word-solitaire", before, beside(columns(empty_table(2), ["TIL", "JX"])), Eye(certainty=0.5)
    )
    assert isinstance(doubtful.ruling, Unclear)


def test_a_table_left_alone_is_no_move(empty_table: Table) -> None:
    before = settled("solitaire-1", "MOH|XE", fans(empty_table(1), ["MOH", "XE"]))
    told = seen("solitaire-1", before, fans(empty_table(2), ["MOH", "XE"]))
    assert isinstance(before.position, Piles)
    assert told.explanation.after == before.position
