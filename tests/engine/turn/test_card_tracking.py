"""Test where each card of the settled position lies in a new picture, and in a later position."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.catalogue import configured
from engine.explain import ExplanationContext, SettledPosition, explanations
from engine.layout import arrange
from engine.notation import format_position, parse_position
from engine.observation import Observation
from engine.turn.card_tracking import (
    EXPOSED,
    Spot,
    letter_at,
    sightings_by_spot,
    spot_after,
    spot_of,
    with_letter,
)
from engine.words import WordList

Table = Callable[..., Any]


@pytest.mark.parametrize(
    ("old", "new", "spot", "where"),
    [
        ("CAT MEN /K", "CAT MEN /K", (1, 2), (1, 2)),
        ("CAT MEN /K", "CATS MEN /K", (0, 1), (0, 1)),
        ("CUT MEN /K", "SCUTS MEN /K", (0, 0), (0, 1)),
        ("CUT /K", "CHUTE /K", (0, 2), (0, 3)),
        ("CAT MEN /K", "CAT /K", (1, 0), None),  # swept away
        ("CAT /K", "COT /K", (0, 1), None),  # exchanged
        ("CAT /K", "COT /K", (0, 2), (0, 2)),
        ("CAT /K", "DOG /K", (0, 0), None),
        ("CAT /K", "CAT /K", EXPOSED, EXPOSED),
        ("CAT /K", "CAT /Q", EXPOSED, None),
        ("CAT", "CAT", EXPOSED, None),
        ("....;.CAT;....", "....;.CAT;...O", (1, 3), (1, 3)),
        ("CAT;...;...", ".....;.CAT.;...O.;.....", (0, 2), (1, 3)),  # grown at its upper and left side
        (".....;.CAT.;...O.;.....", "CAT;..O;...", (2, 3), (1, 2)),
        (".....;.CAT.;...O.;.....", ".....;.CAT.;.....;.....", (2, 3), None),
        (".....;.CAT.;...O.;.....", "CAT;", (2, 3), None),
        (".....;.CAT.;.....;...O.", ".....;.CAT.;.....;...U.", (3, 3), None),
        ("CAT /K", "....;.CAT;....", (0, 0), None),  # another game
    ],
)
def test_a_card_is_where_its_word_has_grown_or_the_crossword_round_it(
    old: str, new: str, spot: Spot, where: Spot | None
) -> None:
    assert spot_after(parse_position(old), parse_position(new), spot) == where


@pytest.mark.parametrize(
    ("text", "spot", "letter", "now"),
    [
        ("CAT MEN /K", (1, 0), "M", "CAT TEN /K"),
        ("CAT MEN /K", (1, 2), "N", "CAT MET /K"),
        ("CAT MEN /K", EXPOSED, "K", "CAT MEN /T"),
        ("....;.CAT;....", (1, 2), "A", "....;.CTT;...."),
    ],
)
def test_one_card_alone_is_replaced(text: str, spot: Spot, letter: str, now: str) -> None:
    position = parse_position(text)
    assert letter_at(position, spot) == letter
    assert format_position(with_letter(position, spot, "T")) == now


def test_no_card_lies_exposed() -> None:
    assert letter_at(parse_position("CAT"), EXPOSED) == ""


def context(words: WordList, game: str = "lexicon") -> ExplanationContext:
    return ExplanationContext(configured(game), words)


def read(observation: Observation, found: dict[Spot, int]) -> dict[Spot, str]:
    """Return the letter that the camera saw at each place of the position. `found` gives, for each place,
    the number of the observation's card that lies there."""
    best = {spot: observation.cards[i].best for spot, i in found.items()}
    return {spot: letter[0] for spot, letter in best.items() if letter is not None}


def test_each_card_of_a_word_is_found_though_the_word_lies_the_other_way_round(
    empty_table: Table, words: WordList
) -> None:
    for angle in (0, 20, 180, 250):
        table = empty_table(int(angle)).piles("K").word("CAT", 300, 250, angle).word("MEN", 550, 650, angle)
        seen = table.seen()
        settled = explanations(SettledPosition(parse_position("CAT MEN /K")), seen, context(words))[0].settled
        found = dict(sightings_by_spot(settled, seen, context(words)))
        assert read(seen, found) == {
            (0, 0): "C", (0, 1): "A", (0, 2): "T", (1, 0): "M", (1, 1): "E", (1, 2): "N", EXPOSED: "K",
        }  # fmt: skip
        assert all(spot_of(settled, seen, context(words), i) == spot for spot, i in found.items())
        assert spot_of(settled, seen, context(words), len(seen.cards)) is None


def test_a_word_of_like_letters_is_read_the_way_it_lay(empty_table: Table, words: WordList) -> None:
    """TAT reads the same from both sides, so its letters do not show which T is the first. The direction in
    which the word lay before does."""
    first = {}
    for angle in (0.0, 180.0):
        seen = empty_table(3).word("TAT", 400, 400, angle).seen()
        (settled,) = [
            e.settled for e in explanations(SettledPosition(parse_position("TAT")), seen, context(words))[:1]
        ]
        found = sightings_by_spot(settled, seen, context(words))
        first[angle] = seen.cards[found[0, 0]].centre[0]
        assert len(found) == 3
    assert first[0.0] < 400 < first[180.0]


GRID = ("CAT", "..O", "..E")


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
@pytest.mark.parametrize("text", ["CAT;..O;..E", ".....;.CAT.;...O.;...E.;....."])
def test_each_card_of_a_crossword_is_found_whichever_way_the_camera_hangs(
    empty_table: Table, words: WordList, angle: int, text: str
) -> None:
    position = parse_position(text)
    seen = empty_table(angle).grid(GRID, 500, 400, angle).seen()
    assert arrange(seen, words, "grid").grid is not None
    found = dict(sightings_by_spot(SettledPosition(position), seen, context(words, "crossword")))
    lying = {
        (r, c): card for r, line in enumerate(position.lines) for c, card in enumerate(line) if card != "."
    }
    assert read(seen, found) == lying


def test_a_settled_crossword_is_found_within_what_has_been_laid_since(
    empty_table: Table, words: WordList
) -> None:
    seen = empty_table(1).grid((".S..", "CAT.", "..O.", "..EH"), 500, 400).seen()
    found = dict(
        sightings_by_spot(SettledPosition(parse_position("CAT;..O;..E")), seen, context(words, "crossword"))
    )
    assert read(seen, found) == {(0, 0): "C", (0, 1): "A", (0, 2): "T", (1, 2): "O", (2, 2): "E"}


@pytest.mark.parametrize(
    ("lies", "known"),
    [
        (("CAT", "..X", "..E"), 5),
        (("CAT", "..X", "..Q"), 5),
        (("CXJ", "..X", "..E"), 0),
        (("CA.", "...", "..."), 0),
    ],
)
def test_a_crossword_is_known_again_when_most_of_it_reads_as_it_was_settled(
    empty_table: Table, words: WordList, lies: tuple[str, ...], known: int
) -> None:
    seen = empty_table(2).grid(lies, 500, 400).seen()
    assert (
        len(
            sightings_by_spot(
                SettledPosition(parse_position("CAT;..O;..E")), seen, context(words, "crossword")
            )
        )
        == known
    )


@pytest.mark.parametrize(("lies", "known"), [(("CAT", "O.O", "E.E"), 7), (("CAT", "O.O", "E.."), 0)])
def test_a_crossword_that_lacks_a_card_has_no_spots(
    empty_table: Table, words: WordList, lies: tuple[str, ...], known: int
) -> None:
    """If the crossword on the table lacks a card of the settled position, no card is assigned to a place:
    only an explanation can tell which place is empty."""
    seen = empty_table(2).grid(lies, 500, 400).seen()
    assert (
        len(
            sightings_by_spot(
                SettledPosition(parse_position("CAT;O.O;E.E")), seen, context(words, "crossword")
            )
        )
        == known
    )


def test_patiences_have_no_spots(empty_table: Table, words: WordList) -> None:
    position = parse_position("KPR|MVU|EAN")
    assert (
        sightings_by_spot(SettledPosition(position), empty_table(0).seen(), context(words, "solitaire-1"))
        == {}
    )
