"""Lexicon (LEX-*) and its Party (PTY-*)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.tongue import english as N_  # noqa: N812 - the name under which catalogues gather texts

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "LEX-1": N_("A turn is one action and no more: lay a word, discard and draw, insert, or exchange."),
        "LEX-1 crossword": N_("A turn is one action and no more: lay cards, or discard one and draw one."),
        "LEX-P": N_("You can't pass. Discard a card if you can't do anything else."),
        "LEX-A": N_("Lay one whole new word of two letters or more."),
        "LEX-B": N_(
            "Discard one card, then take the card that was exposed until then, or the top one of the "
            "stock. What you took is not played before your next turn."
        ),
        "LEX-B2": N_("First the discard, then the draw; the other way round is against the rules."),
        "LEX-B2 swaps": N_(
            "You may take the exposed card first and lay one of yours in its place. Before you take the "
            "blind card you discard; the other way round is against the rules."
        ),
        "LEX-C": N_(
            "Insert one or more cards into one word that lies there: before it, after it, inside it, in"
            " as many places as you like."
        ),
        "LEX-C1": N_("The word's own cards keep their order: MOTHER can grow into SMOTHERED."),
        "LEX-C2": N_("The word is not turned to read the other way."),
        "LEX-C3": N_("One word is touched and no other, and no card comes out of it."),
        "LEX-D": N_(
            "Exchange cards of your hand for as many in one word, place for place. What comes out goes "
            "into your hand, a Master too; so nobody can go out by an exchange."
        ),
        "LEX-O": N_(
            "Who plays the last card goes out: the hand is over and costs that player nothing. "
            "Everybody else is charged the figures of the cards they hold."
        ),
        "LEX-E": N_(
            "A player who reaches {out_at} is out, and the last one in wins. Should all that are "
            "left reach it in the same hand, the lowest of them wins; a tie is shared."
        ),
        "LEX-E exceeds": N_(
            "A player who has more than {out_at} is out, and the last one in wins. Should all that "
            "are left pass it in the same hand, the lowest of them wins; a tie is shared."
        ),
        "LEX-CH": N_(
            "Until the next player has acted, anybody may challenge the word just laid or changed. A "
            "good word costs the challenger {points}. A bad one goes back, its turn is lost, and "
            "{points} are taken off the challenger's total."
        ),
        "LEX-CH offender": N_(
            "Until the next player has acted, anybody may challenge the word just laid or changed. A "
            "good word costs the challenger {points}. A bad one goes back, its turn is lost, and costs "
            "the one who played it {points}."
        ),
        "LEX-W": N_("A proper noun does not count, unless the word list in use has it as a word."),
        "LEX-W never": N_("A proper noun never counts, even when the word list in use has it."),
        "PTY-1": N_(
            "Four sit at a table and each plays alone; one steward looks after ten tables. Cards are "
            "dealt and played as in Lexicon."
        ),
        "PTY-2": N_(
            "A hand lasts until somebody goes out or the bell rings for the whole room, {minutes} "
            "minutes after the deal."
        ),
        "PTY-3": N_(
            "Everybody marks what the cards left in hand cost. The mark counts when the neighbour on "
            "the left has checked and initialled it."
        ),
        "PTY-4": N_(
            "Who went out, or else holds least, wins the table, moves up to the next one and deals "
            "there, in the seat its winner left. A tie is cut for, and A is high."
        ),
        "PTY-5": N_("After {hands} hands the lowest total wins the party."),
        "PTY-6": N_(
            "A challenge is for the steward to settle. A word that is wrong otherwise than in its "
            "spelling is fined {fine}; one that is only misspelt is not. Either way the cards go back "
            "and the turn is lost, and the challenger gets nothing."
        ),
        "PTY-7": N_("A mistake that nobody pointed out before the next player has played stands for good."),
    }
)
"""By clause, and by clause and the form of it that some tables play."""
