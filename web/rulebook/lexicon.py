"""Tell the rules of Lexicon (LEX-*) and Lexicon Party (PTY-*)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts

TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "LEX-1": N_("Your turn is one action: lay a word, discard and draw, insert, or exchange."),
        "LEX-1 crossword": N_("Your turn is one action: lay cards, or discard one card and draw one."),
        "LEX-P": N_("You can't pass. Discard a card if you can't do anything else."),
        "LEX-A": N_("Lay one whole new word of two letters or more."),
        "LEX-B": N_(
            "Discard one card. Then take the card that was exposed before, or the top card of the stock. "
            "You can play it from your next turn on."
        ),
        "LEX-B2": N_("Discard first, then draw. The other way round is against the rules."),
        "LEX-B2 swaps": N_(
            "You may take the exposed card first and lay one of yours in its place. But discard before you "
            "draw from the stock: the other way round is against the rules."
        ),
        "LEX-C": N_(
            "Insert one or more cards into one word on the table: before it, after it or inside it, in as "
            "many places as you like."
        ),
        "LEX-C1": N_("The cards of the word keep their order: MOTHER can become SMOTHERED."),
        "LEX-C2": N_("Don't turn the word round."),
        "LEX-C3": N_("Change only one word, and take no card out of it."),
        "LEX-D": N_(
            "Exchange cards of your hand for as many cards of one word, place for place. The cards you take "
            "go into your hand, even a Master. So you can't go out by an exchange."
        ),
        "LEX-O": N_(
            "You go out when you play your last card. The hand is over and costs you nothing. Everybody "
            "else is charged the figures on the cards they hold."
        ),
        "LEX-E": N_(
            "A player who reaches {out_at} is out. The last one in wins. If all who are left reach it in "
            "the same hand, the lowest of them wins; players who tie share the win."
        ),
        "LEX-E exceeds": N_(
            "A player who passes {out_at} is out. The last one in wins. If all who are left pass it in the "
            "same hand, the lowest of them wins; players who tie share the win."
        ),
        "LEX-CH": N_(
            "Anybody may challenge the word just laid or changed, until the next player has acted. If the "
            "word is good, the challenger is charged {points}. If it is bad, the cards go back, the turn is "
            "lost, and {points} come off the challenger's total."
        ),
        "LEX-CH offender": N_(
            "Anybody may challenge the word just laid or changed, until the next player has acted. If the "
            "word is good, the challenger is charged {points}. If it is bad, the cards go back, the turn is "
            "lost, and its player is charged {points}."
        ),
        "LEX-W": N_("A name doesn't count, unless the word list has it as a word."),
        "LEX-W never": N_("A name never counts, even if the word list has it."),
        "PTY-1": N_(
            "Four players sit at a table, and each plays alone. One steward looks after ten tables. Deal "
            "and play as in Lexicon."
        ),
        "PTY-2": N_(
            "A hand lasts until somebody goes out or the bell rings for the whole room, {minutes} "
            "minutes after the deal."
        ),
        "PTY-3": N_(
            "Everybody writes down what their cards cost. The score counts once the neighbour on the left "
            "has checked and initialled it."
        ),
        "PTY-4": N_(
            "The player who went out, or else holds least, wins the table, moves up to the next one and "
            "deals there, in the seat its winner left. Players who tie cut; A is high."
        ),
        "PTY-5": N_("After {hands} hands, the lowest total wins the party."),
        "PTY-6": N_(
            "The steward settles a challenge. A misspelt word costs nothing; a word that is wrong in "
            "another way costs {fine}. Either way the cards go back, the turn is lost, and the challenger "
            "gets nothing."
        ),
        "PTY-7": N_("A mistake stands for good if nobody points it out before the next player has played."),
    }
)
"""The texts of the clauses of Lexicon (LEX-*) and Lexicon Party (PTY-*), by clause. A text that an option
changes has a second version, whose key has a word added, such as `LEX-E exceeds`."""
