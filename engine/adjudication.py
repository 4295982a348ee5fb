"""Rule on a turn whose letters are certain, by the rules of its game."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.game import Game, Layout
from engine.i18n import Sentence
from engine.moves import Pass
from engine.notation import Hand, NotationError
from engine.position import Grid, Piles, Position, RacePosition, Rows
from engine.rules.circle import adjudicate_circle
from engine.rules.columns import adjudicate_columns
from engine.rules.grid import adjudicate_grid
from engine.rules.patience import PatienceTurn, is_complete_deal, is_undealt
from engine.rules.piles import adjudicate_piles
from engine.rules.race import adjudicate_fronts
from engine.rules.rows import adjudicate_rows
from engine.rules.tableau import adjudicate_tableau
from engine.ruling import Legal, OtherDoubt, Ruling, Unclear
from engine.words import WordList

_LAYOUT_NOUNS: Final[Mapping[Layout, str]] = MappingProxyType(
    {
        "rows": "words",
        "grid": "a grid",
        "piles": "piles",
        "tableau": "a tableau",
        "circle": "a circle",
        "columns": "columns",
        "track": "words before each player and horses on a track",
    }
)
_PATIENCES: Final[Mapping[Layout, Callable[[PatienceTurn], Ruling]]] = MappingProxyType(
    {
        "piles": adjudicate_piles,
        "tableau": adjudicate_tableau,
        "circle": adjudicate_circle,
        "columns": adjudicate_columns,
    }
)


def adjudicate(
    game: Game,
    words: WordList,
    before: Position,
    after: Position,
    *,
    hand: Hand | None = None,
    first_turn: bool = False,
    packs: int = 1,
    called_word: str = "",
) -> Ruling:
    """Return the ruling on the turn that led from `before` to `after`.

    `hand` is the hand before the turn: its cards, or their number, or None if neither is known. `packs` is
    the number of packs, which limits the cards of an unknown hand. `first_turn` is true for the first play
    of a crossword, as an empty grid also tells. `called_word` is the word that the player of a patience
    called, in upper case. Raise NotationError if the positions do not have the game's layout, or differ in
    size.
    """
    if game.layout == "rows" and isinstance(before, Rows) and isinstance(after, Rows):
        return adjudicate_rows(game, words, before, after, hand, packs)
    if game.layout == "grid" and isinstance(before, Grid) and isinstance(after, Grid):
        return adjudicate_grid(game, words, before, after, hand, first_turn=first_turn, packs=packs)
    if game.layout == "track" and isinstance(before, RacePosition) and isinstance(after, RacePosition):
        return adjudicate_fronts(game, words, before, after, hand)
    if game.layout in _PATIENCES and isinstance(before, Piles) and isinstance(after, Piles):
        if is_undealt(before):
            return _deal(game, after)
        return _PATIENCES[game.layout](PatienceTurn(game, words, before, after, called_word))
    raise NotationError(f"{game.title} is played with {_LAYOUT_NOUNS[game.layout]}")


def _deal(game: Game, after: Piles) -> Ruling:
    """Return the ruling on the deal of a patience: legal if the layout is complete, otherwise unclear."""
    if is_complete_deal(game, after):
        return Legal(Pass(), goes_out=False)
    return Unclear(Pass(), (OtherDoubt(Sentence("The cards are not all laid out yet.")),))
