"""The end of a hand, summed up: who is out, what it cost whom, the best word, and the plays that got away."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.best import Reviewed, best_missed
from engine.events import AnyEvent, HandDealt, HandScored
from engine.game import Game
from engine.match import CountedEvent, Match, steps
from engine.rules.scoring import eliminated
from engine.wording.events import say_ended_hand, say_standing
from engine.wording.hindsight import say_comeback, say_missed
from web import endings
from web.languages import translate as _
from web.match_history import FoldedMatch, PlayedHand, past
from web.snapshot import Account, Praise, Summary
from web.statistics import best_of, inoffensive

MAX_MISSED_PLAYS: Final = 3
"""Number of plays that got away that a phone shows: the whole hand has a page of its own."""

Totals = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndedHand:
    """Hold the facts of a hand that event `scored` ended, before the next deal. `before` and `match` are the
    match before and after that event. `best` is the best word with its player, `comebacks` are players who
    came from behind, `reviewed` the reviewed turns, None while the review runs.
    """

    scored: int
    before: Match
    match: Match
    hand: PlayedHand
    best: tuple[str, int] | None = None
    comebacks: tuple[int, ...] = ()
    reviewed: tuple[Reviewed, ...] | None = None


def between_hands(match: Match | None) -> bool:
    """Tell whether a hand of cards may just have ended."""
    if match is None or match.turn is not None or match.hand.over or not match.hand.number:
        return False
    return match.game.ends != "patience" or match.over


def ended(
    events: Sequence[AnyEvent], offends: Callable[[str], bool] = inoffensive, told: FoldedMatch | None = None
) -> EndedHand | None:
    """Return the last finished hand; None while another is played, or before the first. The best word never
    `offends`. `told` are the events that were reviewed.
    """
    told = past(events) if told is None else told
    hand = told.hands[-1] if told and told.hands else None
    if told is None or hand is None or not between_hands(told.match):
        return None
    best, earlier = best_of(told.match.game, hand.turns, offends), [one.totals for one in told.hands[:-1]]
    if endings.ends_so(told.match):
        return _run_out(told, hand, best, _lately(told, events))
    before = _before(_lately(told, events), hand.scored) if hand.scored is not None else None
    if before is None or hand.scored is None:
        return None
    back = comebacks(told.match, [before.scores.totals, *earlier])
    return EndedHand(hand.scored, before, told.match, hand, best, back)


def _lately(told: FoldedMatch, events: Sequence[AnyEvent]) -> Iterator[CountedEvent]:
    """Return the steps since the last deal but one, with the step of the last deal."""
    return steps(events, told.folded.kept[-2].moment)


def _run_out(
    told: FoldedMatch, hand: PlayedHand, best: tuple[str, int] | None, all_steps: Iterable[CountedEvent]
) -> EndedHand | None:
    """Return the end of a race or a patience, which no event scores: the last turn, or a person's word, ended
    it.
    """
    begun, closed = None, None
    for step in all_steps:
        if isinstance(step.event, HandDealt):
            begun = step.before
        if step.before is not None and step.before.turn is not None and step.after.turn is None:
            closed = step.entry.number
    if begun is None or closed is None:
        return None
    lies = endings.best_around(told.match)
    best = best or ((lies, 0) if lies else None)
    return EndedHand(closed, begun, told.match, hand, best, reviewed=())


def _before(all_steps: Iterable[CountedEvent], scored: int) -> Match | None:
    """Return the match before the event that scored the hand."""
    for step in all_steps:
        if step.entry.number == scored and isinstance(step.event, HandScored):
            return step.before
    return None


def comebacks(match: Match, earlier: Sequence[Totals]) -> tuple[int, ...]:
    """Return the players who were last by the first of the `earlier` totals, those before the hand, and are
    alone ahead now; or were last by any of them and have won.
    """
    if match.over:
        once_last = {seat for totals in earlier for seat in _last(match.game, totals)}
        return tuple(seat for seat in match.scores.winners or () if seat in once_last)
    first = _ahead(match.game, match.scores.totals)
    return tuple(seat for seat in _last(match.game, earlier[0]) if first == (seat,))


def _ahead(game: Game, totals: Totals) -> tuple[int, ...]:
    """Return the players with the best total among those in the game."""
    return _at(game, totals, best=True)


def _last(game: Game, totals: Totals) -> tuple[int, ...]:
    """Return the one player with the worst total among those in the game; None if all have the same."""
    worst = _at(game, totals, best=False)
    return worst if len(worst) == 1 else ()


def _at(game: Game, totals: Totals, *, best: bool) -> tuple[int, ...]:
    out = eliminated(game, totals)
    standing = {seat: total for seat, total in enumerate(totals) if seat not in out}
    if not standing:
        return ()
    end = (max if game.highest_wins == best else min)(standing.values())
    return tuple(seat for seat, total in standing.items() if total == end)


def hand_end_shown(told: EndedHand | None) -> Summary | None:
    """Return the end of the hand as phones show it, in the language spoken now."""
    if told is None:
        return None
    match, hand = told.match, told.hand
    reviewed, runs_out = told.reviewed or (), endings.ends_so(match)
    left = hand.left or ()
    return Summary(
        id=str(told.scored),
        number=0 if runs_out else hand.number,
        headline=endings.headline(match) if runs_out else say_ended_hand(left, told.before, match, _),
        rest=endings.remains(match) if runs_out else (),
        standing=tuple(say_standing(told.before, match, _)) if len(match.players) > 1 else (),
        accounts=_accounts(told),
        best=told.best[0] if told.best else "",
        by=told.best[1] if told.best else None,
        missed=tuple(_missed(told, turn) for turn in best_missed(match.game, reviewed, MAX_MISSED_PLAYS)),
        looking=told.reviewed is None,
        known=any(turn.hand for turn in reviewed),
    )


def praised(told: EndedHand | None) -> Praise | None:
    """Return the praise of a comeback, if the hand brought one."""
    if told is None or not told.comebacks:
        return None
    name = told.match.players[told.comebacks[0]]
    return Praise(f"hand-{told.scored}", say_comeback(name, won=told.match.over, tr=_))


def _accounts(told: EndedHand) -> tuple[Account, ...]:
    """Return the changes of everybody's total by the hand, the best off first; at a party the entry of a
    score card that is still to be checked.
    """
    match = told.match
    if match.game.ends == "patience":
        return ()
    marks = match.scores.marks or (None,) * len(match.players)
    moved = [
        now - then if mark is None else mark
        for now, then, mark in zip(match.scores.totals, told.before.scores.totals, marks, strict=True)
    ]
    sign = -1 if match.game.highest_wins else 1
    found = (Account(seat, points, match.scores.totals[seat]) for seat, points in enumerate(moved))
    return tuple(sorted(found, key=lambda one: sign * one.points))


def _missed(told: EndedHand, turn: Reviewed) -> str:
    """Return the plays that got away, with the turn's number in the history."""
    place = next(one.place for one in told.hand.turns if one.number == turn.event)
    return say_missed(turn, told.match.players[turn.player], place, _)
