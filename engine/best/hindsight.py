"""Work out the hand of every player at each turn, backwards from the cards left at the end of a hand of
play.

Cards that were laid were in the hand before. Cards taken off the table or the exposed pile were not. If a
card was drawn unseen, the earlier hand is known only if it was dealt openly. If a rack was filled up unseen,
the earlier rack is not known at all.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandCorrected,
    HandDealt,
    HandScored,
    TurnCorrected,
    TurnFinished,
    TurnTakenBack,
)
from engine.game import Game
from engine.match import CountedEvent, Match, steps
from engine.moves import Discard, Move, Pass, parts, played, taken
from engine.notation import Hand, parse_move, parse_position
from engine.position import Grid, Position, Rows


@dataclass(frozen=True, slots=True)
class PastTurn:
    """A finished turn of the journal."""

    event: int
    """The index of the turn's event in the journal."""
    player: int
    before: Position
    after: Position
    move: Move
    stands: bool
    drew: str
    """The pile from which the player drew."""
    known: Hand
    """The player's hand before the turn, as the journal knew it during play."""


@dataclass(frozen=True, slots=True)
class PastHand:
    """A hand of play: the turns from a deal to the end."""

    game: Game
    turns: tuple[PastTurn, ...] = ()
    left: tuple[str, ...] | None = None
    """The cards left in each player's hand at the end; None while the hand is being played."""
    corrected: tuple[tuple[int, int], ...] = ()
    """Pairs of a player and the index of an event that corrected the player's hand. The player's cards
    before this event are unknown."""


def past_hands(events: Sequence[AnyEvent]) -> tuple[PastHand, ...]:
    """Return the hands of play of the last match in `events`, in order. A hand that is still being played
    comes last. Only games with rows of words or a crossword have hands of play."""
    hands: list[PastHand] = []
    for step in steps(events):
        if isinstance(step.event, HandDealt) and isinstance(step.after.position, Rows | Grid):
            hands.append(PastHand(step.after.game))
        elif hands and step.before is not None:
            hands[-1] = _with_event(hands[-1], step, step.before)
    return tuple(hands)


def turns_with_hands(hand: PastHand) -> Iterator[tuple[PastTurn, str | None]]:
    """Yield the turns of a hand of play in order, each with its player's cards before the turn. The cards
    are None if they are unknown, as in a hand that is still being played."""
    held = {
        turn.event: cards for seat in range(len(hand.left or ())) for turn, cards in _known_turns(hand, seat)
    }
    for turn in hand.turns:
        yield turn, held.get(turn.event)


def _with_event(hand: PastHand, step: CountedEvent, before: Match) -> PastHand:
    match step.event:
        case TurnFinished():
            return replace(hand, turns=(*hand.turns, _turn(step.entry.number, step.event, before)))
        case TurnCorrected() if hand.turns:
            return replace(hand, turns=(*hand.turns[:-1], _corrected(hand.turns[-1], step.event)))
        case TurnTakenBack():
            return replace(hand, turns=hand.turns[:-1])
        case ChallengeSettled(verdict="word bad" | "misspelt") if hand.turns:
            return replace(hand, turns=(*hand.turns[:-1], replace(hand.turns[-1], stands=False)))
        case HandCorrected(player=player):
            return replace(hand, corrected=(*hand.corrected, (player, step.entry.number)))
        case HandScored(left=left):
            return replace(hand, left=left)
    return hand


def _turn(number: int, event: TurnFinished, match: Match) -> PastTurn:
    before, after = (_parsed(match.game, text) for text in (event.before, event.after))
    known = match.table.hands[event.player].hand
    move = parse_move(event.move)
    return PastTurn(number, event.player, before, after, move, event.stands, event.drew, known)


def _parsed(game: Game, text: str) -> Position:
    """Return the position that `text` describes. In a crossword game the empty text is an empty grid."""
    position = parse_position(text)
    if game.layout == "grid" and isinstance(position, Rows):
        return Grid((), position.exposed)
    return position


def _corrected(turn: PastTurn, event: TurnCorrected) -> PastTurn:
    after = parse_position(event.after)
    return replace(turn, after=after, move=parse_move(event.move), stands=event.stands, drew=event.drew)


def _known_turns(hand: PastHand, player: int) -> Iterator[tuple[PastTurn, str]]:
    """Yield the turns of one player whose cards before the turn are known, the last turn first. Each turn
    comes with these cards."""
    held: str | None = (hand.left or ())[player]
    later = None
    for turn in reversed([turn for turn in hand.turns if turn.player == player]):
        if _corrected_between(hand.corrected, player, turn.event, later):
            held = None
        held = None if held is None else _before(hand.game, turn, held)
        if isinstance(turn.known, str):
            held = turn.known
        if held is not None:
            yield turn, held
        later = turn.event


def _corrected_between(
    corrected: Iterable[tuple[int, int]], player: int, start: int, end: int | None
) -> bool:
    return any(who == player and start < at and (end is None or at < end) for who, at in corrected)


def _before(game: Game, turn: PastTurn, after: str) -> str | None:
    """Return the player's hand before `turn`. `after` is the hand after the turn. Return None if the player
    drew cards unseen."""
    if not turn.stands:
        return after
    if game.plays.discards == "none" and not isinstance(turn.move, Pass):
        return None  # the rack was filled up again
    won = taken(turn.move)
    for part in parts(turn.move):
        if isinstance(part, Discard):
            if (part.drawn_from or turn.drew) != "exposed" or not turn.before.exposed:
                return None
            won += turn.before.exposed
    return _swapped(after, gone=won, back=played(turn.move))


def _swapped(cards: str, gone: str, back: str) -> str | None:
    """Return the hand `cards` without the cards `gone` and with the cards `back`. Return None if the hand
    does not hold all of `gone`: the records then contain an error."""
    if Counter(gone) - Counter(cards):
        return None
    return "".join(sorted((Counter(cards) - Counter(gone) + Counter(back)).elements()))
