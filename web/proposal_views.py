"""Show the play on the table before it becomes a turn, and the cards that people must lay out, take back or
count."""

from collections.abc import Sequence

from engine.i18n import cards
from engine.match import Match
from engine.match.patiences import is_dealt_on_table
from engine.rules.patience import is_undealt
from engine.turn.counting import UnmovedHand, uncontested_hands
from engine.turn.turn_state import (
    Proposal,
    UnmatchedPictures,
)
from engine.wording import say_move_in_progress
from engine.wording.pictures import say_lay_out_again
from engine.wording.turns import say_play
from web.languages import translate as _
from web.snapshot import Proposed


def proposed_play(match: Match, proposal: Proposal | None) -> Proposed | None:
    """Return the play on the table before it becomes a turn, with a sentence about it; None without a play.
    The sentence says only what a referee would say aloud, so it does not reveal whether a word is listed."""
    if proposal is None:
        return None
    move = proposal.play.ruling.move
    complete, who = proposal.may_stand(match.game.challenges.mode), _player_on_turn(match)
    if is_undealt(match.position):
        sentence = _("The patience is being laid out. When all its cards lie there, tap “Turn is over”.")
        return Proposed(sentence, match.turn, complete=complete)
    if complete and move is not None:
        return Proposed(say_play(move, proposal.after, _, who), match.turn, complete=True)
    return Proposed(say_move_in_progress(move, _, who), match.turn)


def hand_being_counted(match: Match, hands: Sequence[UnmovedHand]) -> Proposed | None:
    """Return a proposal whose sentence names the hand that is counted next; None if no complete hand lies on
    the table."""
    uncontested = uncontested_hands(match, hands) if match.hand.over else ()
    if not uncontested:
        return None
    hand = uncontested[0].hand
    sentence = _("Counting {name}'s cards: {cards} …")
    sentence = sentence.format(name=match.players[hand.seat], cards=cards(hand.cards, _))
    return Proposed(sentence, hand.seat, complete=True)


def cards_to_lay_out(unmatched: UnmatchedPictures | None) -> Proposed | None:
    """Return a proposal whose sentence names the cards that people must lay out again; None if there are no
    such cards."""
    if unmatched is None or not unmatched.laying_back:
        return None
    return Proposed(say_lay_out_again(unmatched.why).in_language(_))


def cards_to_take_back(match: Match) -> Proposed | None:
    """Return the box that the page shows after an illegal turn, with a sentence that tells a player to
    take back the cards; None if no player has to."""
    if match.rejected_position is None or match.last is None:
        return None
    onto_the_table = _("Put the cards back where they lay.")
    into_the_hand = _("{name} takes the cards back.").format(name=match.players[match.last.player])
    return Proposed(onto_the_table if is_dealt_on_table(match.game) else into_the_hand, match.last.player)


def _player_on_turn(match: Match) -> str:
    """Return the name of the player on turn."""
    return match.players[match.turn] if match.turn is not None else _("the player")
