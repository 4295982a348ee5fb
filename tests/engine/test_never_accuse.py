"""Test that no legal play is called illegal, at thousands of positions met in play.

All players pick at random among all legal plays, so that odd positions come up, too. Each play is ruled on
with the hand known, and hidden.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from engine.adjudication import adjudicate
from engine.best import Play, PlaySearch
from engine.best.search import best_first
from engine.catalogue import configured
from engine.game import Game
from engine.match.turn_effects import empty_table
from engine.moves import played, taken
from engine.notation import Hand, format_move, format_position
from engine.position import Grid, Piles, Position, RacePosition
from engine.ruling import Illegal
from tests.engine.clauses.grids import WORDS

HANDS = 6
"""The number of hands of play for each game."""
TURNS = 14
MOST = 8
"""The greatest number of plays to try from one position."""
SPACE = Grid(("." * 9,) * 7)
WALKED = (
    *("lexicon", "lexicon-party", "crossword", "lexigram", "my-word"),
    *("keyword", "partnership-keyword", "keyword-solitaire", "keyword-party"),
)


def begun(game: Game) -> Position:
    """Return the empty table on which a game begins. For a crossword without a board it has room to lay
    words."""
    if game.layout == "grid" and game.board is None:
        return SPACE
    return empty_table(game, game.seats.least)


def walked(game: Game, rng: random.Random) -> Iterator[tuple[Position, str, list[Play]]]:
    """Play one hand at random. Yield each position, with the hand of the player and up to `MOST` plays from
    it."""
    position, pack = begun(game), list(game.pack.cards())
    rng.shuffle(pack)
    hand = ""
    for _ in range(TURNS):
        hand += "".join(pack.pop() for _ in range(min(9 - len(hand), len(pack)))) if len(hand) < 9 else ""
        found = list(islice(best_first(PlaySearch(game, WORDS, hand), position), MOST))
        yield position, hand, found
        if not found:
            hand = hand[3:]
            continue
        play = rng.choice(found)
        position = play.result
        if isinstance(position, RacePosition):
            hand = hand[1:]
        else:
            gone = Counter(hand) - Counter(played(play.move)) + Counter(taken(play.move))
            hand = "".join(gone.elements())


@pytest.mark.parametrize("name", WALKED)
def test_no_legal_play_is_ever_called_illegal(name: str) -> None:
    game, rng = configured(name), random.Random(name)
    looked = 0
    for _ in range(HANDS if game.board is None else 2):  # a board's plays take long to find
        for position, hand, found in walked(game, rng):
            first = position == begun(game)
            for play in found:
                looked += 1
                for known in (hand, None):
                    never_accused(game, position, play, known, first)
    assert looked > 30


def never_accused(game: Game, position: Position, play: Play, hand: Hand | None, first: bool) -> None:
    """Check that the play is not called illegal, either with its Masters named or with the newly laid ones
    unnamed."""
    for seen in (play.result, unnamed(position, play.result)):
        ruling = adjudicate(game, WORDS, position, seen, hand=hand, first_turn=first)
        where = f"{format_position(position)} {format_move(play.move)} {hand}: {ruling}"
        assert not isinstance(ruling, Illegal), where


def unnamed(before: Position, after: Position) -> Position:
    """Return the crossword as a camera sees it, in which every newly laid Master is unnamed. Other
    positions are returned as they are."""
    if not isinstance(after, Grid) or not isinstance(before, Grid):
        return after
    rows = (
        "".join("?" if now.islower() and was == "." else now for was, now in zip(*pair, strict=True))
        for pair in zip(before.rows, after.rows, strict=True)
    )
    return replace(after, rows=tuple(rows))


PATIENCES = ("solitaire-1", "solitaire-2", "clock", "word-solitaire")


def dealt(game: Game, rng: random.Random) -> Piles:
    """Return a patience in the middle of play: small piles, and a card turned up where the game has one.
    There are few letters, so that words come up."""
    letters = "AEIOSTLNRHMBCD"
    piles = tuple("".join(rng.choices(letters, k=rng.randrange(4))) for _ in range(game.deal.places))
    turned = rng.choice(letters)
    if game.layout == "piles":
        return Piles(piles)
    if game.layout == "circle":
        return Piles(tuple(pile[:1] for pile in piles), "##" + turned, 20)
    if game.layout == "columns":
        return Piles(tuple(pile[:1] for pile in piles), turned, 20)
    return Piles(piles, turned, 20, 2)


@pytest.mark.parametrize("name", PATIENCES)
def test_no_legal_move_of_a_patience_is_ever_called_illegal(name: str) -> None:
    game, rng = configured(name), random.Random(name)
    looked = 0
    for _ in range(60):
        position = dealt(game, rng)
        for play in islice(best_first(PlaySearch(game, WORDS, ""), position), MOST):
            looked += 1
            ruling = adjudicate(game, WORDS, position, play.result)
            assert not isinstance(ruling, Illegal), f"{format_position(position)} {format_move(play.move)}"
    assert looked > 30
