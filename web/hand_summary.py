"""Sum up a finished hand: the player who went out, the points of each player, the best word, and the missed
plays."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.best import ReviewedTurn, best_missed
from engine.events import AnyEvent, HandDealt, HandScored
from engine.game import Game
from engine.match import CountedEvent, Match, steps
from engine.rules.scoring import eliminated
from engine.wording.events import say_ended_hand, say_standing
from engine.wording.hindsight import say_comeback, say_missed
from web import endings
from web.languages import translate as _
from web.match_history import FoldedMatch, PlayedHand, folded_match
from web.snapshot import Account, Praise, Summary
from web.statistics import best_of, never_offends

MAX_MISSED_PLAYS: Final = 3
"""Maximum number of missed plays that a phone shows. Another page shows all missed plays of the hand."""

Totals = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndedHand:
    """The last hand of play, between its end and the next deal."""

    scored: int
    """The number of the event that ended the hand."""
    before: Match
    """The match before the event `scored`. For a race or a patience, the match before the deal."""
    match: Match
    """The match after the last event."""
    hand: PlayedHand
    best: tuple[str, int] | None = None
    """The best word and the seat of its player; None if there is no word."""
    comebacks: tuple[int, ...] = ()
    """The seats of the players who made a comeback: they were alone in the last place, and now lead or have
    won."""
    reviewed: tuple[ReviewedTurn, ...] | None = None
    """The turns with the better plays that the review found; None while the review runs."""


def between_hands(match: Match | None) -> bool:
    """Return True if a hand has ended and the next is not yet dealt. For a patience, return True only if the
    patience is over."""
    if match is None or match.turn is not None or match.hand.over or not match.hand.number:
        return False
    return match.game.ends != "patience" or match.over


def last_ended_hand(
    events: Sequence[AnyEvent],
    offends: Callable[[str], bool] = never_offends,
    history: FoldedMatch | None = None,
) -> EndedHand | None:
    """Return the last hand of play if it has ended. Return None before the first hand, and while a hand is
    played or counted. `history` is the history of `events`; if it is None, it is computed. A word for which
    `offends` returns True can't be the best word."""
    history = folded_match(events) if history is None else history
    hand = history.hands[-1] if history and history.hands else None
    if history is None or hand is None or not between_hands(history.match):
        return None
    best, earlier = (
        best_of(history.match.game, hand.turns, offends),
        [one.totals for one in history.hands[:-1]],
    )
    if endings.is_race_or_patience(history.match):
        return _race_or_patience_end(history, hand, best, _recent_steps(history, events))
    before = _match_before(_recent_steps(history, events), hand.scored) if hand.scored is not None else None
    if before is None or hand.scored is None:
        return None
    back = comebacks(history.match, [before.scores.totals, *earlier])
    return EndedHand(hand.scored, before, history.match, hand, best, back)


def _recent_steps(history: FoldedMatch, events: Sequence[AnyEvent]) -> Iterator[CountedEvent]:
    """Yield the events since the deal before the last one, each with the match before and after it."""
    return steps(events, history.folded.checkpoints[-2].point)


def _race_or_patience_end(
    history: FoldedMatch, hand: PlayedHand, best: tuple[str, int] | None, all_steps: Iterable[CountedEvent]
) -> EndedHand | None:
    """Return the end of a race or a patience; None if it has not ended. No event says that it ended, so its
    end is the last event after which no player was on turn."""
    begun, closed = None, None
    for step in all_steps:
        if isinstance(step.event, HandDealt):
            begun = step.before
        if step.before is not None and step.before.turn is not None and step.after.turn is None:
            closed = step.entry.number
    if begun is None or closed is None:
        return None
    word = endings.best_clock_word(history.match)
    best = best or ((word, 0) if word else None)
    return EndedHand(closed, begun, history.match, hand, best, reviewed=())


def _match_before(all_steps: Iterable[CountedEvent], scored: int) -> Match | None:
    """Return the match before event `scored`, which scored the hand; None if there is no such event."""
    for step in all_steps:
        if step.entry.number == scored and isinstance(step.event, HandScored):
            return step.before
    return None


def comebacks(match: Match, earlier: Sequence[Totals]) -> tuple[int, ...]:
    """Return the seats of the players who made a comeback. During the match: the player who alone leads, and
    was alone in the last place before the hand. After the match: the winners who were ever alone in the last
    place. `earlier` are the totals before each hand, the last hand first."""
    if match.over:
        once_last = {seat for totals in earlier for seat in _sole_last(match.game, totals)}
        return tuple(seat for seat in match.scores.winners or () if seat in once_last)
    first = _leaders(match.game, match.scores.totals)
    return tuple(seat for seat in _sole_last(match.game, earlier[0]) if first == (seat,))


def _leaders(game: Game, totals: Totals) -> tuple[int, ...]:
    """Return the seats with the best total. Players who are out of the game do not count."""
    return _seats_at_end(game, totals, best=True)


def _sole_last(game: Game, totals: Totals) -> tuple[int, ...]:
    """Return the seat of the player who alone has the worst total, as a tuple; empty for a tie. Players who
    are out of the game do not count."""
    worst = _seats_at_end(game, totals, best=False)
    return worst if len(worst) == 1 else ()


def _seats_at_end(game: Game, totals: Totals, *, best: bool) -> tuple[int, ...]:
    out = eliminated(game, totals)
    standing = {seat: total for seat, total in enumerate(totals) if seat not in out}
    if not standing:
        return ()
    end = (max if game.highest_wins == best else min)(standing.values())
    return tuple(seat for seat, total in standing.items() if total == end)


def summary_shown(hand_end: EndedHand | None) -> Summary | None:
    """Return the summary of the hand for phones, in the current language; None without a finished hand."""
    if hand_end is None:
        return None
    match, hand = hand_end.match, hand_end.hand
    reviewed, runs_out = hand_end.reviewed or (), endings.is_race_or_patience(match)
    left = hand.left or ()
    return Summary(
        id=str(hand_end.scored),
        number=0 if runs_out else hand.number,
        headline=endings.headline(match) if runs_out else say_ended_hand(left, hand_end.before, match, _),
        rest=endings.rest_sentences(match) if runs_out else (),
        standing=tuple(say_standing(hand_end.before, match, _)) if len(match.players) > 1 else (),
        accounts=_accounts(hand_end),
        best=hand_end.best[0] if hand_end.best else "",
        by=hand_end.best[1] if hand_end.best else None,
        missed=tuple(_missed(hand_end, turn) for turn in best_missed(match.game, reviewed, MAX_MISSED_PLAYS)),
        looking=hand_end.reviewed is None,
        known=any(turn.hand for turn in reviewed),
    )


def comeback_praise(hand_end: EndedHand | None) -> Praise | None:
    """Return the praise for a player's comeback in the last hand; None if there was no comeback."""
    if hand_end is None or not hand_end.comebacks:
        return None
    name = hand_end.match.players[hand_end.comebacks[0]]
    return Praise(f"hand-{hand_end.scored}", say_comeback(name, won=hand_end.match.over, tr=_))


def _accounts(hand_end: EndedHand) -> tuple[Account, ...]:
    """Return the points that each player gained in the hand and the new total, the best player first. At
    a party the points are those that the player marked on the score card, even if nobody has initialled
    them."""
    match = hand_end.match
    if match.game.ends == "patience":
        return ()
    marks = match.scores.marks or (None,) * len(match.players)
    moved = [
        now - then if mark is None else mark
        for now, then, mark in zip(match.scores.totals, hand_end.before.scores.totals, marks, strict=True)
    ]
    sign = -1 if match.game.highest_wins else 1
    accounts = (Account(seat, points, match.scores.totals[seat]) for seat, points in enumerate(moved))
    return tuple(sorted(accounts, key=lambda one: sign * one.points))


def _missed(hand_end: EndedHand, turn: ReviewedTurn) -> str:
    """Return a sentence about a missed play, with the number of its turn."""
    place = next(one.place for one in hand_end.hand.turns if one.number == turn.event)
    return say_missed(turn, hand_end.match.players[turn.player], place, _)
