"""Play Keyword Patience at the virtual table, on the way to the corner that a solver finds.

Now and then the player lays a letter that makes no word.
"""

from typing import Final

from device.virtual.company import company_state
from device.virtual.company.company_state import Company
from device.virtual.company.next_steps import Choose, Deed, Put
from device.virtual.patience.patience_state import decent
from engine.adjudication import adjudicate
from engine.cards import MASTER
from engine.game import Game
from engine.moves import Place
from engine.position import Grid
from engine.rules.gridlines import laid_by, with_cards
from engine.rules.position_words import new_words
from engine.ruling import Illegal
from engine.solve.answer import Expired
from engine.solve.corner import CornerDeal, solve_corner
from engine.words import WordList

POSITIONS_PER_WORD: Final = 50
"""Number of positions that are searched before a word is laid. A person would think for some seconds."""


def played_to_the_corner(game: Game, words: WordList, cheat: float) -> Choose:
    """Return a player who lays the next word of the best way found.

    With the probability `cheat` the word has a fault. A player who finds no way changes nothing.
    """

    def chosen(company: Company) -> Deed:
        lies, rack = company_state.position(game, company), company.hands[company.to_move]
        assert isinstance(lies, Grid)
        deal = CornerDeal(lies, rack, company.stock[::-1])
        answer = solve_corner(deal, decent(words), game, _patience())
        if not answer.moves or not isinstance(answer.moves[0], Place):
            return Put(lies)
        word = answer.moves[0]
        dice = company_state.dice(company, "choose")
        if dice.random() < cheat:
            cells = list(laid_by(word))
            fault = with_cards(
                lies, {**laid_by(word), dice.choice(cells): dice.choice(rack.replace(MASTER, "E"))}
            )
            fit = not any(words.is_offensive(text.upper()) for text in new_words(lies, fault))
            if fit and isinstance(adjudicate(game, words, lies, fault, hand=rack), Illegal):
                return Put(fault, honest=False)
        return Put(with_cards(lies, laid_by(word)))

    return chosen


def _patience() -> Expired:
    left = iter(range(POSITIONS_PER_WORD))
    return lambda: next(left, None) is None
