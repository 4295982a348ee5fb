"""The state of a patience's match. It has one player, and no hands of play.

Its score is the number of cards left on the table (S1, S2, CLK), of letters added (WS) or of words played
(KP).
"""

from dataclasses import replace

from engine.game import Game
from engine.match.state import CardPlaces, LastTurn, Match, cards_on_table
from engine.position import Piles
from engine.rules.patience import cards_left, letters_added, patience_outcome


def is_dealt_on_table(game: Game) -> bool:
    """Return True if a patience's cards are dealt onto the table. In Keyword Patience they are dealt into a
    hand."""
    return game.ends == "patience" and game.layout != "grid"


def after_pile_turn(match: Match, before: CardPlaces, after: Piles) -> Match:
    """Return the match after a turn of a patience with piles: `before` are its cards before the turn, and
    `after` are its piles afterwards.

    Cards that left the table are now on the discard pile. If the turn ended the patience, the match is
    over (S1, S2, CLK-3, WS-2).
    """
    stock = before.stock if after.stock is None else after.stock
    to_pile = before.cards - before.pile - stock - cards_on_table(after)
    table = replace(before, position=after, stock=stock, pile=before.pile + max(to_pile, 0))
    return _with_score(match, table, cards_score(match.game, table))


def after_word(match: Match, table: CardPlaces) -> Match:
    """Return the match of Keyword Patience after one more word: its score is one more. A card on the bottom
    right square ends the patience (KP-3)."""
    return _with_score(match, table, match.scores.totals[0] + 1)


def without_last_score(match: Match, last: LastTurn) -> Match:
    """Return a patience's match with the score before its last turn `last`, which was taken back. If that
    turn had ended the patience, the patience goes on."""
    if not last.stands:
        return match
    if match.game.layout == "grid":  # each word counts one, and a turn without a play nothing
        score = match.scores.totals[0] - int(last.after != last.before.position)
    else:
        score = cards_score(match.game, last.before)
    return replace(match, scores=replace(match.scores, totals=(score,), winners=None, ended=""))


def _with_score(match: Match, table: CardPlaces, score: int) -> Match:
    outcome = patience_outcome(match.game, table.position)
    winners = None if outcome is None else (0,) if outcome.won else ()
    scores = replace(match.scores, totals=(score,), winners=winners)
    return replace(
        match, table=table, rejected_position=None, scores=scores, turn=0 if outcome is None else None
    )


def cards_score(game: Game, table: CardPlaces) -> int:
    """Return the score of a patience by its cards: in Word Solitaire the number of letters added (WS-3), in
    other patiences the number of cards left."""
    position = table.position
    if not isinstance(position, Piles):
        return 0
    if game.layout == "columns":
        return letters_added(position)
    return cards_left(game, replace(position, stock=table.stock))
