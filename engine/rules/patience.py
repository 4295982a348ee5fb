"""A turn of a patience to rule on, and the end of a patience (S1, S2, CLK, WS, KP)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import MASTER
from engine.game import Game
from engine.moves import EMPTY
from engine.position import FACE_DOWN, Grid, Piles, Position
from engine.words import WordList

FANNED_PILE_CARDS: Final = 3
"""Number of cards in a fanned pile (S1)."""
CLOCK_WORD_LETTERS: Final = 4
"""Number of letters of every word around the clock (CLK)."""


@dataclass(frozen=True, slots=True)
class PatienceTurn:
    """A turn of a patience to rule on."""

    game: Game
    words: WordList
    before: Piles
    after: Piles
    called_word: str = ""
    """The word that the player called, in upper case; empty if nobody heard it."""


@dataclass(frozen=True, slots=True)
class PatienceOutcome:
    """The result of a patience."""

    won: bool
    score: int
    """The score. In Word Solitaire it is the number of letters added (WS-3). In other patiences of piles it
    is the number of cards left. In Keyword Patience it is 0, because there the number of words is the
    result."""


def is_undealt(position: Position) -> bool:
    """Return True if the table of a patience is still empty. The cards that are laid next are then the deal,
    and not a turn."""
    if not isinstance(position, Piles):
        return False
    return not any(position.piles) and position.turned is None and position.stock is None


def dealt_table(game: Game, piles: Sequence[str]) -> Piles:
    """Return the table of a patience as dealt, from the visible cards of its `piles`. The nth pile of a
    tableau covers n - 1 cards. The rest of the pack is the stock (the booklet's nest), of which no card
    has been turned up."""
    whole = game.pack.size - (0 if game.deal.masters == "in" else game.pack.counts[MASTER])
    if game.layout == "piles":
        return Piles(tuple(piles))
    if game.layout == "tableau":
        piles = [FACE_DOWN * under + pile[-1:] for under, pile in enumerate(piles)]
    masters = game.pack.counts[MASTER] if game.deal.masters == "aside" else 0
    return Piles(tuple(piles), "", max(whole - sum(map(len, piles)), 0), masters)


def is_complete_deal(game: Game, position: Piles) -> bool:
    """Return True if a patience's deal is complete: every place has a card. In a game of fanned piles, every
    pile but one must have three cards. With a pack of 51 cards there is one pile less, and all are full."""
    if game.layout != "piles":
        return len(position.piles) == game.deal.places and all(position.piles)
    piles = [pile for pile in position.piles if pile]
    beyond = len(piles) - (game.deal.places - 1)
    return 0 <= sum(len(pile) != FANNED_PILE_CARDS for pile in piles) <= beyond


def patience_outcome(game: Game, position: Position) -> PatienceOutcome | None:
    """Return the outcome of a patience that has ended; None while it continues. A patience in which no
    further word can be made is not recognised as ended."""
    if isinstance(position, Grid):
        return PatienceOutcome(won=True, score=0) if _has_arrived(game, position) else None
    if not isinstance(position, Piles):
        raise ValueError(f"{game.title} is no patience")
    cards = sum(map(len, position.piles)) + len(position.turned or "") + (position.stock or 0)
    match game.layout:
        case "piles" | "tableau":
            return PatienceOutcome(won=True, score=0) if cards == 0 else None
        case "circle":
            done = all(len(word) == CLOCK_WORD_LETTERS for word in position.piles)
            return PatienceOutcome(won=True, score=0) if done and position.piles else None
        case "columns":
            return _columns_ended(position)
        case "rows" | "grid" | "track":
            raise ValueError(f"{game.title} is no patience")


def letters_added(position: Piles) -> int:
    """Return Word Solitaire's score: the letters added beyond the first of each column (WS-3)."""
    return sum(max(len(column.rstrip(FACE_DOWN)) - 1, 0) for column in position.piles)


def cards_left(game: Game, position: Piles) -> int:
    """Return the score of a patience of piles other than Word Solitaire: the number of cards left, 0 when
    the patience is won. In Clock Patience the cards left are those outside the circle. In Solitaire 2 the
    unused Masters do not count."""
    beside = len(position.turned or "") + (position.stock or 0)
    return beside if game.layout == "circle" else beside + sum(map(len, position.piles))


def word_solitaire_mark(score: int) -> str:
    """Return the booklet's name for a score of Word Solitaire (WS-3): 10 fair, 20 excellent, over 25
    splendid."""
    marks = ((26, "splendid"), (20, "excellent"), (10, "fair"))
    return next((mark for least, mark in marks if score >= least), "")


def keyword_patience_praise(words: int) -> str:
    """Return the booklet's praise for finishing Keyword Patience in `words` words: twelve are very good,
    nine or ten are rare (KP-3)."""
    marks = ((10, "exceedingly good"), (12, "very good"))
    return next((mark for most, mark in marks if words <= most), "")


def _has_arrived(game: Game, grid: Grid) -> bool:
    """Return True if a letter lies on the bottom right square, where the last word ends (KP-3)."""
    board = game.board
    whole = board is not None and game.plays.start == "corner" and len(grid.rows) == board.size
    return whole and grid.rows[-1][-1] != EMPTY


def _columns_ended(position: Piles) -> PatienceOutcome | None:
    closed = all(column.endswith(FACE_DOWN) for column in position.piles)
    run_through = position.stock == 0 and position.turned == ""
    return (
        PatienceOutcome(run_through and not closed, letters_added(position))
        if closed or run_through
        else None
    )
