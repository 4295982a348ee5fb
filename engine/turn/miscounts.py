"""Handle counts that do not add up: a player played more cards than the match had counted in the hand.

Nobody has seen the hand, so nobody is blamed. The play stands, and the player is asked how many cards are
left, because a draw may have gone unnoticed.
"""

from dataclasses import replace
from typing import Final

from engine.events import Offer, QuestionAsked, TurnFinished
from engine.i18n import Sentence
from engine.match import Match
from engine.match.known_hands import Holding
from engine.moves import Discard, Move, parts, played, taken
from engine.notation import parse_move

MAX_OFFERED_ABOVE_LEAST: Final = 3
"""The number of answers after the least possible one, when a player is asked how many cards are left in
the hand. More would not fit on a phone. A greater count can be entered on the turn's page."""


def with_cards_held(match: Match, turn: TurnFinished) -> TurnFinished:
    """Return the turn with its field `held` set, if its player played more cards than the match had counted.
    `held` is the least number of cards that the player can have held before the turn. At least one card is
    left after the turn, since no player goes out by a wrong count (LEX-O)."""
    move, holding = parse_move(turn.move), match.table.hands[turn.player]
    if not turn.stands or not match.game.deal.cards or not holding.short_by(played(move)):
        return turn
    least = _least_left(holding, move)
    return replace(turn, held=max(least, 1) + len(played(move)) - cards_drawn_back(move))


def ask_card_count(match: Match, turn: TurnFinished, number: int) -> QuestionAsked | None:
    """Return the question how many cards are left after turn `number`; None if the count adds up."""
    if turn.held is None or turn.ruling == "unclear":
        return None
    move, holding, name = parse_move(turn.move), match.table.hands[turn.player], match.players[turn.player]
    least = _least_left(holding, move)
    counts = range(least, least + MAX_OFFERED_ABOVE_LEAST + 1)
    asks = _count_question(name, holding, played(move))
    return QuestionAsked(
        turn.player,
        turn.before,
        turn.after,
        str(asks),
        tuple(map(str, counts)),
        "count",
        number,
        asks=asks,
        offers=tuple(Offer(_cards_left_offer(name, count)) for count in counts),
    )


def _least_left(holding: Holding, move: Move) -> int:
    """Return the least number of cards that can be left in the hand after `move`."""
    cards = played(move)
    return holding.count + holding.short_by(cards) - len(cards) + cards_drawn_back(move)


def cards_drawn_back(move: Move) -> int:
    """Return the number of cards that a move brings into the hand: the cards that it takes out of a word, and
    one drawn card for each discard."""
    return len(taken(move)) + sum(isinstance(part, Discard) for part in parts(move))


def _count_question(name: str, holding: Holding, cards: str) -> Sentence:
    facts = (("name", name), ("count", holding.count), ("laid", len(cards)))
    if len(cards) <= holding.count:  # enough cards, but they are known to be others
        return Sentence("By my count {name} holds other cards than those. Did I miss a draw?", facts[:1])
    if holding.count == 1:
        return Sentence("By my count {name} had 1 card left, but played {laid}. Did I miss a draw?", facts)
    return Sentence("By my count {name} had {count} cards left, but played {laid}. Did I miss a draw?", facts)


def _cards_left_offer(name: str, count: int) -> Sentence:
    if not count:
        return Sentence("Yes. {name} has no cards left", (("name", name),))
    if count == 1:
        return Sentence("Yes. {name} has 1 card left", (("name", name),))
    return Sentence("Yes. {name} has {count} cards left", (("name", name), ("count", count)))
