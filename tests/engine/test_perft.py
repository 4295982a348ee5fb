"""Test how many sequences of legal plays `plays` finds, up to a number of plays. The counts were made by
hand, with one small word list and table for each family of games.

One player makes all plays of a sequence from one hand, and draws no card.
"""

from collections import Counter

import pytest

from engine.best import Play, plays
from engine.catalogue import configured
from engine.game import Game
from engine.moves import played, taken
from engine.notation import parse_position
from engine.position import Position, RacePosition
from engine.words import WordList
from tests.engine.clauses.grids import board


def left(hand: str, play: Play) -> str:
    """Return the hand after a play. In My Word the hand keeps all its cards."""
    if isinstance(play.result, RacePosition):
        return hand
    gone = Counter(hand) - Counter(played(play.move)) + Counter(taken(play.move))
    return "".join(sorted(gone.elements()))


def perft(game: Game, words: WordList, position: Position, hand: str, depth: int) -> int:
    """Return the number of ways to make `depth` plays one after another with the same hand."""
    found = plays(game, words, position, hand)
    if depth == 1:
        return len(found)
    return sum(perft(game, words, play.result, left(hand, play), depth - 1) for play in found)


def counted(game: str, listed: str, position: Position | str, hand: str, depth: int) -> int:
    at = parse_position(position) if isinstance(position, str) else position
    return perft(configured(game), WordList.of(listed.split()), at, hand, depth)


@pytest.mark.parametrize(("depth", "ways"), [(1, 2), (2, 3), (3, 4)])
def test_lexicon(depth: int, ways: int) -> None:
    """CAT lies there, and the hand is ATO. The first play lays AT, or makes COT of CAT: two ways. After AT
    only O is left, which makes COT and brings an A back, and then CAT: one way each. After COT the hand is
    AAT. It lays AT, then A makes CAT; or it makes CAT, then lays AT or makes COT."""
    assert counted("lexicon", "AT CAT COT", "CAT /K", "ATO", depth) == ways


@pytest.mark.parametrize(("depth", "ways"), [(1, 3), (2, 2), (3, 0)])
def test_crossword(depth: int, ways: int) -> None:
    """CAT lies in the middle row of three, and the hand is T and O. There are three plays. O below the T
    makes TO. T below the A makes AT. Both cards below make AT and TO downwards, and TO across. After each
    of the first two plays the other card can still be laid."""
    assert counted("crossword", "AT CAT TO", "....;CAT.;....", "TO", depth) == ways


@pytest.mark.parametrize(("depth", "ways"), [(1, 4), (2, 4)])
def test_keyword(depth: int, ways: int) -> None:
    """CAT or ACT is laid across or down over the squares in the middle. Then O goes below the T of a word
    across, or right of the T of a word down."""
    assert counted("keyword", "CAT ACT TO", board(), "CATO", depth) == ways


@pytest.mark.parametrize(("depth", "ways"), [(1, 3), (2, 3)])
def test_solitaire_1(depth: int, ways: int) -> None:
    """The words are BEAR and ROSE. The piles are EB, E, A, SR and RO; the last card of each lies on top. At
    first there are three ways: BEAR with either E, or ROSE. After each of them the other word can be made
    in one way."""
    assert counted("solitaire-1", "BEAR ROSE", "EB|E|A|SR|RO", "", depth) == ways


def test_solitaire_1_a_card_uncovered_serves_in_the_same_word() -> None:
    """BEAR and BARE are made of the top cards of the piles. When the B of BEARS is taken the S beneath it
    is free, and ends the same word. So there are three plays."""
    assert counted("solitaire-1", "BEAR BARE BEARS", "SB|E|A|R", "", 1) == 3


def test_word_solitaire() -> None:
    """The columns are T, A and X, and the turned-up card is an O. TO and AT are the words. So there is one
    play: the O goes under the T."""
    assert counted("word-solitaire", "TO AT", "T|A|X /O *9", "", 1) == 1


@pytest.mark.parametrize(("hand", "depth", "ways"), [("ROF", 1, 2), ("ROF", 2, 4), ("ROFT", 1, 5)])
def test_my_word(hand: str, depth: int, ways: int) -> None:
    """R, O and F make FOR, or OR crossed with OF at their O. At the next play all cards are free again, so
    there are 2 x 2 ways. With a T there are five: FOR, ROT, and each two of OR, OF and TO crossed at their
    O."""
    assert counted("my-word", "FOR OR OF ROT TO", "[]0* []0", hand, depth) == ways
