"""Test the quick search for the words that a hand can make, which does not try every letter for a Master.
It finds the same words as a search of all plays, each of them once."""

import pytest

from engine.best import makeable_words, plays
from engine.catalogue import configured
from engine.moves import EMPTY, Exchange, Insert, Lay, Place
from engine.notation import parse_position, square
from engine.position import Grid, Position
from engine.rules.grid_lines import cards_of, run_through, text_of
from engine.words import WordList

TEXT = """
ACE ACT AD AT ATE CAD CAT CATE CATS COAT COD COT DATE DO DOC DOCS DOT EAT EGO GO GOAT GOD ODE SCAT SO TACO
TAO TEA TO TOAD TOE TOES
"""
WORDS = WordList.of(TEXT.split())
TABLES = ("CAT GO", "CoT TOE", "CAT", "COAT TA", "..CAT..;.......;.......", "......;.TO...;......", "....;")


def whats_made(position: Position, hand: str) -> set[tuple[str, str]]:
    """Return the words that each play of a hand makes, found play by play."""
    game = configured("crossword" if isinstance(position, Grid) else "lexicon")
    return {_target(play.move, play.result) for play in plays(game, WORDS, position, hand)}


def _target(move: object, result: Position) -> tuple[str, str]:
    match move:
        case Lay(word):
            return "+", word.upper()
        case Insert(index=index, after=after) | Exchange(index=index, after=after):
            return str(index + 1), after.upper()
        case Place() if isinstance(result, Grid):
            cards = cards_of(result)
            run = run_through(cards, (move.row, move.column), across=move.across)
            return square(*run[0]) + ("" if move.across else " down"), text_of(cards, run).upper()
    raise AssertionError(move)


@pytest.mark.parametrize(
    "table",
    ["CAT GO", "CoT TOE", "CAT", "COAT TA", "..CAT..;.......;.......", "......;.TO...;......", "....;"],
)
@pytest.mark.parametrize("hand", ["AEGST", "OD?", "C??", "TOTOS", "A"])
def test_every_word_is_found_once(table: str, hand: str) -> None:
    position = parse_position(table)
    game = configured("crossword" if isinstance(position, Grid) else "lexicon")
    found = list(makeable_words(game, WORDS, position, hand))
    assert len(set(found)) == len(found)
    assert set(found) == whats_made(position, hand)


def test_no_word_of_a_play_is_written_with_empty_places() -> None:
    game, grid = configured("crossword"), Grid((".......", ".C.T...", "......."))
    assert all(EMPTY not in word for _, word in makeable_words(game, WORDS, grid, "AOES"))
