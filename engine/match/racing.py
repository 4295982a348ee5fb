"""The state of a race: the cards drawn, the words laid, the horses on their track, and the prizes (MW-*).

A player may lay the same cards anew in the next turn. So `CardPlaces.hands` counts the cards in the hand
together with those that the player has laid.
"""

from dataclasses import replace
from typing import Final

from engine.cards import MASTER
from engine.events import HandDealt, SpecialDrawn, TurnFinished
from engine.i18n import UserError
from engine.match.known_hands import Holding, holding_of
from engine.match.scores import before_next_deal, replaced_at, with_nothing_pending, with_points, with_winners
from engine.match.state import CardPlaces, LastTurn, Match
from engine.moves import faces
from engine.notation import format_position, parse_hand
from engine.position import Grid, Position, RacePosition
from engine.rules.race import forming_result, race_points
from engine.rules.scoring import winners

HOME_TO_END_RACE: Final = 2
"""Number of horses that must reach home before a race ends (MW-7). With fewer players, all their horses
must."""


def start_of_race(players: int) -> RacePosition:
    """Return the position at the start of a race for `players` players: no cards are laid, and every horse is
    at the start."""
    return RacePosition(((),) * players, (0,) * players)


def after_race_deal(match: Match, event: HandDealt) -> Match:
    """Return the match at the start of a race. All cards are in the stock, the horses are at the start, and
    the first player has drawn (MW-1).

    Some journals and tests name the hands in the event. They include the first player's cards, so none is
    drawn.
    """
    count = len(match.players)
    hands = tuple(holding_of(parse_hand(text)) for text in event.hands) or (Holding(0),) * count
    stock = match.game.pack.size + match.game.race.special_cards - sum(hand.count for hand in hands)
    if len(hands) != count or stock < 0:
        raise ValueError("the hands dealt are not one for each player, or more than the pack holds")
    table = CardPlaces(start_of_race(count), stock, 0, hands)
    fresh = replace(match, table=table, hand=match.hand.following())
    first = match.next_seat(match.dealer)
    return _with_turn_begun(with_nothing_pending(fresh, first), first, has_drawn=bool(event.hands))


def after_race_turn(match: Match, event: TurnFinished, after: RacePosition) -> Match:
    """Return the match of a race after a finished turn.

    If the player formed words, the horse moves, and after one word alone the player plays again (MW-3). A
    turn without a new word, or whose cards go back, is lost. In each case the player's jokers are
    discarded (MW-5).
    """
    before, player = _fronts(match.position), event.player
    position = replace(after, horses=before.horses, player=player, drawn_kind=before.drawn_kind)
    formed = event.stands and after.laid[player] != before.laid[player]
    if not formed:
        return _after_lost_turn(replace(match, table=replace(match.table, position=position)), player)
    then = forming_result(match.game, Grid(after.laid[player]), before.horses[player], before.drawn_kind)
    moved = replace(position, horses=replaced_at(before.horses, player, then.horse))
    table = _without_jokers(_with_cards_laid(match.table, moved, player), player)
    done = _with_prize_if_home(replace(match, table=table), player)
    if len(done.hand.home) >= min(HOME_TO_END_RACE, len(match.players)):
        return _end_race(done)
    return _with_turn_begun(done, player) if then.plays_again else with_turn_passed_on(done)


def after_timed_out_turn(match: Match) -> Match:
    """Return the match of a race after the time of a turn is over, so that the turn is lost (MW-3, MW-4)."""
    rests = with_nothing_pending(match, match.turn)
    lost = replace(rests, hand=replace(rests.hand, turns=match.hand.turns + 1))
    return _after_lost_turn(lost, _fronts(match.position).player)


def race_pass(match: Match) -> TurnFinished:
    """Return the event of a turn of a race in which the player forms no word. This is legal, but the turn is
    lost (MW-3)."""
    position = format_position(match.position)
    return TurnFinished(_fronts(match.position).player, position, position, "pass", "legal", True)


def with_turn_passed_on(match: Match) -> Match:
    """Return the match with the turn of the next player on the left whose horse is not home. This player
    draws a card."""
    player = match.next_seat(_fronts(match.position).player)
    while player in match.hand.home:
        player = match.next_seat(player)
    return _with_turn_begun(match, player)


def after_special_drawn(match: Match, event: SpecialDrawn) -> Match:
    """Return the match of a race after the player on turn drew a picture or number card. The card sets the
    task of the turn and is discarded (MW-6).

    Raise UserError if it is another player's turn.
    """
    table, fronts = match.table, _fronts(match.position)
    if event.player != match.turn:
        raise UserError("It isn't {name}'s turn to draw.", name=match.players[event.player])
    had = table.hands[event.player]
    hands = replaced_at(
        table.hands, event.player, replace(had, count=max(had.count - 1, len(had.known_cards)))
    )
    position = replace(fronts, drawn_kind=event.card)
    return replace(match, table=replace(table, position=position, hands=hands, pile=table.pile + 1))


def with_turn_given(match: Match, player: int) -> Match:
    """Return the match in which it is now the turn of `player`. In a race the player's card counts as a
    letter card, until somebody says that it is another kind."""
    if not isinstance(match.position, RacePosition):
        return replace(match, turn=player, hand=match.hand.resumed())
    fronts = replace(match.position, player=player, drawn_kind="letter")
    return replace(match, turn=player, table=replace(match.table, position=fronts))


def without_prize(match: Match, last: LastTurn) -> Match:
    """Return the match without the prize that its last turn, `last`, won by bringing a horse home. If it won
    none, return the match unchanged."""
    if not isinstance(last.after, RacePosition) or last.player not in match.hand.home:
        return match
    place = match.hand.home.index(last.player)
    if _fronts(last.before.position).horses[last.player] >= len(match.game.race.track):
        return match
    back = with_points(match, last.player, -race_points(match.game, place))
    return with_winners(replace(back, hand=replace(match.hand, home=match.hand.home[:place])), None)


def _with_turn_begun(match: Match, player: int, has_drawn: bool = False) -> Match:
    """Return the match of a race with `player` on turn. The player's new cards are drawn from the stock: one
    card, or on the player's first turn as many as the game deals (MW-1).

    If `has_drawn` is true, the match already includes these cards, and none is drawn.
    """
    table = match.table
    fronts = replace(_fronts(table.position), player=player, drawn_kind="letter")
    had = table.hands[player]
    wanted = 0 if has_drawn else 1 if had.count else match.game.deal.cards
    drawn = min(wanted, table.stock)
    hands = replaced_at(table.hands, player, had.plus(unseen=drawn))
    table = replace(table, position=fronts, stock=table.stock - drawn, hands=hands)
    return replace(match, table=table, turn=player, rejected_position=None)


def _after_lost_turn(match: Match, player: int) -> Match:
    """Return the match of a race after a turn in which the player formed no word. The player's jokers are
    discarded, and the next player draws (MW-3, MW-5)."""
    return with_turn_passed_on(replace(match, table=_without_jokers(match.table, player)))


def _with_cards_laid(table: CardPlaces, position: RacePosition, player: int) -> CardPlaces:
    """Return the places of the cards of a race with the new position `position`. The cards laid by `player`
    are now among the player's known cards.

    If they are more than the match counted, the player must have drawn the further cards from the stock
    unseen.
    """
    owned = _with_seen_cards(table.hands[player], faces("".join(position.laid[player]).replace(".", "")))
    stock = max(table.stock - (owned.count - table.hands[player].count), 0)
    return replace(table, position=position, stock=stock, hands=replaced_at(table.hands, player, owned))


def _without_jokers(table: CardPlaces, player: int) -> CardPlaces:
    """Return the places of the cards at the end of a turn of the race. Every joker that the player is known
    to hold is discarded, used or not (MW-5)."""
    hand = table.hands[player]
    jokers = hand.known_cards.count(MASTER)
    hands = replaced_at(table.hands, player, hand.without(MASTER * jokers))
    return replace(table, hands=hands, pile=table.pile + jokers)


def _with_seen_cards(hand: Holding, cards: str) -> Holding:
    """Return the hand with the cards `cards`, which the table saw, among its known cards."""
    more = [card for card in set(cards) for _ in range(cards.count(card) - hand.known_cards.count(card))]
    known = "".join(sorted(hand.known_cards + "".join(more)))
    return Holding(max(hand.count, len(known)), known)


def _with_prize_if_home(match: Match, player: int) -> Match:
    if _fronts(match.position).horses[player] < len(match.game.race.track):
        return match
    points = race_points(match.game, len(match.hand.home))
    hand = replace(match.hand, home=(*match.hand.home, player))
    return with_points(replace(match, hand=hand), player, points)


def _end_race(match: Match) -> Match:
    """Return the match after a race is over. The player who came home second has the first move of the next
    race, if there is one (MW-7)."""
    dealer = (match.hand.home[-1] - 1) % len(match.players)
    first = winners(match.game, match.scores.at_deal, match.scores.totals, match.hand.number) or None
    return with_winners(before_next_deal(replace(match, turn=None, rejected_position=None), dealer), first)


def _fronts(position: Position) -> RacePosition:
    if not isinstance(position, RacePosition):
        raise ValueError("only a race has horses on a track")
    return position
