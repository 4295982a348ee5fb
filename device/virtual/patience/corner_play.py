"""Play Keyword Patience at the virtual table, on the way to the corner that a solver finds.

Now and then the player lays a letter that makes no word.
"""

from typing import Final

from device.virtual.company import company_state
from device.virtual.company.company_state import Company
from device.virtual.company.next_steps import ChosenPlay, LayingPlay, PlayChooser
from device.virtual.patience.patience_state import inoffensive_words
from engine.adjudication import adjudicate
from engine.cards import MASTER
from engine.game import Game
from engine.moves import Place
from engine.position import Grid
from engine.rules.grid_lines import laid_by, with_cards
from engine.rules.position_words import new_words
from engine.ruling import Illegal
from engine.solve.answer import Expired
from engine.solve.corner import CornerDeal, solve_corner
from engine.words import WordList

POSITIONS_PER_WORD: Final = 50
"""Number of positions that are searched before a word is laid. A longer search would take more time than a
person's thinking."""


def corner_chooser(game: Game, words: WordList, cheat: float) -> PlayChooser:
    """Return a function that chooses the next play of Keyword Patience. The play is the next word on the
    best way to the far corner that a solver finds.

    With the probability `cheat` a random letter replaces a letter of the word, if this makes the play
    illegal. If the solver finds no way, nothing is laid.
    """

    def choose_play(company: Company) -> ChosenPlay:
        grid, rack = company_state.position(game, company), company.hands[company.to_move]
        assert isinstance(grid, Grid)
        deal = CornerDeal(grid, rack, company.stock[::-1])
        answer = solve_corner(deal, inoffensive_words(words), game, _search_limit())
        if not answer.moves or not isinstance(answer.moves[0], Place):
            return LayingPlay(grid)
        word = answer.moves[0]
        dice = company_state.dice(company, "choose")
        if dice.random() < cheat:
            cells = list(laid_by(word))
            fault = with_cards(
                grid, {**laid_by(word), dice.choice(cells): dice.choice(rack.replace(MASTER, "E"))}
            )
            fit = not any(words.is_offensive(text.upper()) for text in new_words(grid, fault))
            if fit and isinstance(adjudicate(game, words, grid, fault, hand=rack), Illegal):
                return LayingPlay(fault, honest=False)
        return LayingPlay(with_cards(grid, laid_by(word)))

    return choose_play


def _search_limit() -> Expired:
    left = iter(range(POSITIONS_PER_WORD))
    return lambda: next(left, None) is None
