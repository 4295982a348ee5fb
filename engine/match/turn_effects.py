"""Apply an event about a turn to the match. The event says that the turn finished, or was corrected, taken
back or challenged; it changes the places of the cards, the points and the player on turn."""

from dataclasses import replace
from typing import assert_never

from engine.events import ChallengeSettled, TurnCorrected, TurnFinished, TurnTakenBack
from engine.game import Game
from engine.i18n import UserError
from engine.match.board_effects import empty_board, with_play_points, with_rack_refilled, without_play_points
from engine.match.known_hands import Holding
from engine.match.patiences import after_pile_turn, after_word, without_last_score
from engine.match.racing import after_race_turn, start_of_race, without_prize
from engine.match.scores import replaced_at, with_nothing_pending, with_points
from engine.match.state import CardPlaces, LastTurn, Match
from engine.moves import Discard, parts, played, taken
from engine.notation import format_position, parse_move, parse_position
from engine.position import Piles, Position, RacePosition, Rows
from engine.rules.scoring import challenge_points


def match_after_turn(
    match: Match, number: int, event: TurnFinished | TurnCorrected | TurnTakenBack | ChallengeSettled
) -> Match:
    """Return the match after `event`, which has number `number` in the journal.

    The event is a finished turn, or a correction, a take-back or a challenge of the last turn.
    """
    match event:
        case TurnFinished():
            return _after_turn_finished(match, number, event)
        case TurnCorrected():
            return _after_correction(match, number, event)
        case TurnTakenBack():
            return _after_take_back(match)
        case ChallengeSettled():
            return _after_challenge(match, event)
        case _:
            assert_never(event)


def _after_turn_finished(match: Match, number: int, event: TurnFinished) -> Match:
    raced = isinstance(match.position, RacePosition)  # no picture shows where the horses are
    position_before = match.position if raced else position_from(match, event.before)
    before = _with_true_count(replace(match.table, position=position_before), event)
    after = position_from(match, event.after)
    last = LastTurn(
        number,
        event.player,
        before,
        after,
        event.move,
        event.ruling,
        event.stands,
        event.breaches,
        keywords=match.keywords,
    )
    earlier_positions = (*match.hand.earlier_positions, before.position)
    hand = replace(match.hand, turns=match.hand.turns + 1, earlier_positions=earlier_positions)
    done = replace(match, table=before, last=last, hand=hand)
    if isinstance(after, RacePosition):
        return after_race_turn(done, event, after)
    following = match.next_seat(event.player)
    if not event.stands:
        return replace(done, turn=_seat_after_lost_turn(match, event.player), rejected_position=after)
    if isinstance(after, Piles):
        return after_pile_turn(done, before, after)
    if event.ruling != "unclear":  # a turn in question is not scored yet
        done = with_play_points(replace(done, table=before), event.player, after)
    table = with_rack_refilled(
        match.game, _cards_after_move(before, event.player, after, event.move, event.drew), event.player
    )
    if match.game.ends == "patience":
        return after_word(done, table) if after != before.position else replace(done, rejected_position=None)
    if table.hands[event.player].count == 0:
        ended = replace(hand, gone_out=event.player)
        return replace(done, table=table, turn=None, hand=ended, rejected_position=None)
    return replace(done, table=table, turn=following, rejected_position=None)


def _with_true_count(table: CardPlaces, event: TurnFinished) -> CardPlaces:
    """Return the places of the cards before a turn, with the player's hand as large as the event states. The
    player must have drawn the missing cards from the stock unseen."""
    if event.held is None:
        return table
    was = table.hands[event.player]
    hand = was.with_count(event.held)
    stock = max(table.stock - (hand.count - was.count), 0)
    return replace(table, hands=replaced_at(table.hands, event.player, hand), stock=stock)


def _cards_after_move(
    before: CardPlaces, player: int, after: Position, text: str, drawn_from: str
) -> CardPlaces:
    """Return the places of the cards after the move `text` of `player`. If the move is a discard, the player
    has then drawn a card (LEX-B)."""
    move = parse_move(text)
    hand = before.hands[player].without(played(move)).plus(taken(move))
    stock, pile = before.stock, before.pile
    for part in parts(move):
        if isinstance(part, Discard):
            hand, stock, pile = _after_draw(before, hand, stock, pile + 1, part.drawn_from or drawn_from)
    return CardPlaces(after, stock, pile, replaced_at(before.hands, player, hand))


def _after_draw(
    before: CardPlaces, hand: Holding, stock: int, pile: int, drawn_from: str
) -> tuple[Holding, int, int]:
    """Return the player's hand and the numbers of cards in the stock and in the exposed pile, after the
    player drew a card.

    `drawn_from` is the pile from which the card came. If it is unknown, the card is counted from the stock
    while the stock has cards.
    """
    exposed = before.position.exposed
    if drawn_from == "exposed" and pile > 1:
        return (hand.plus(exposed) if exposed else hand.plus(unseen=1)), stock, pile - 1
    if stock:
        return hand.plus(unseen=1), stock - 1, pile
    return (hand.plus(unseen=1), stock, pile - 1) if pile > 1 else (hand, stock, pile)


def _after_take_back(match: Match) -> Match:
    last = _last(match)
    match = without_prize(match, last)
    again = (
        without_last_score(match, last) if match.game.ends == "patience" else without_play_points(match, last)
    )
    hand = replace(again.hand, turns=match.hand.turns - 1)
    done = with_nothing_pending(replace(again, table=last.before, hand=hand), last.player)
    return replace(done, questions=tuple(q for q in match.questions if q.question.turn != last.event))


def _after_correction(match: Match, number: int, event: TurnCorrected) -> Match:
    """Return the match in which the last turn has the move and the ruling that `event` states.

    The match is as if the turn had been ruled so from the start. Only the points of a challenge are kept.
    """
    last = _last(match)
    again = TurnFinished(
        player=last.player,
        before=format_position(last.before.position),
        after=event.after,
        move=event.move,
        ruling=event.ruling,
        stands=event.stands,
        breaches=event.breaches,
        drew=event.drew,
    )
    return _after_turn_finished(_after_take_back(match), number, again)


def _after_challenge(match: Match, event: ChallengeSettled) -> Match:
    """Return the match after a challenge of the last turn. The challenger pays for a good word. The cards of
    a bad word go back to the hand, and the game's rules say whose points change (LEX-CH)."""
    last = _last(match)
    good = event.verdict == "word good"
    who, points = challenge_points(
        match.game,
        good=good,
        challenger=event.challenger,
        offender=last.player,
        misspelt=event.verdict == "misspelt",
    )
    challenged = replace(last, verdict=event.verdict, stands=good and last.stands)
    charged_match = with_points(replace(match, last=challenged), who, points)
    if good:
        return charged_match
    following = _seat_after_lost_turn(match, last.player)
    back = without_play_points(charged_match, last)
    return replace(
        back, table=last.before, turn=following, hand=back.hand.resumed(), rejected_position=last.after
    )


def _seat_after_lost_turn(match: Match, player: int) -> int:
    """Return the seat on turn after the cards of an illegal turn of `player` go back: the next seat, or the
    same one in a game in which the player may play again (Keyword Party)."""
    return player if match.game.plays.replays_illegal else match.next_seat(player)


def _last(match: Match) -> LastTurn:
    if match.last is None:
        raise UserError("There is no last turn.")
    return match.last


def position_from(match: Match, text: str) -> Position:
    """Return the position that `text` states in notation, with the layout of the match's game: words, grid or
    piles. An empty text means an empty table."""
    position = parse_position(text)
    if isinstance(position, Rows) and match.game.layout not in ("rows", "grid"):
        return empty_table(match.game, len(match.players))
    if isinstance(position, Rows) and match.game.layout == "grid":
        return replace(empty_board(match.game), exposed=position.exposed)
    return position


def empty_table(game: Game, players: int) -> Position:
    """Return the position of a game before any card is laid, for `players` players."""
    match game.layout:
        case "track":
            return start_of_race(players)
        case "rows":
            return Rows()
        case "grid":
            return empty_board(game)
        case _:
            return Piles(("",) * game.deal.places)
