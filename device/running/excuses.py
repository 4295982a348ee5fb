"""What the table finds out by itself about turns that are past: that a card was misread, that a turn it could
not make out was none, or which it was."""

from collections.abc import Sequence
from dataclasses import dataclass

from device.running.recall import Recall
from engine.events import AnyEvent, QuestionAnswered, TurnAmended, TurnTakenBack
from engine.explain import Explanation, Ground, Judged, Settled, explanations, judged
from engine.explain.verdict import SURE
from engine.match import LastTurn, Match, Open, fold
from engine.observation import Observation
from engine.ruling import Legal, Unclear
from engine.turn.amending import amendment
from engine.turn.corrections import card_is
from engine.turn.healing import misread
from engine.turn.referee import ruled, touches


@dataclass(frozen=True, slots=True)
class Past:
    """What has been written down: the `events`, and the `match` they come to."""

    events: Sequence[AnyEvent]
    match: Match


def excuse(
    past: Past, recall: Recall, settled: Settled, best: Explanation, seen: Observation, ground: Ground
) -> tuple[AnyEvent, ...]:
    """The events that put right what is past, where `best`, which explains what is seen now, needs that; none
    where it does not."""
    found: tuple[AnyEvent, ...] = ()
    match = past.match
    holds = "" if match.turn is None else match.table.hands[match.turn].known
    wrong = misread(recall.known, settled, best, seen, ground, untouched=not recall.touched, holds=holds)
    for spot, letter in wrong:
        found += card_is(match, ground.words, (*past.events, *found), spot, letter, "seen")
        match = fold((*past.events, *found)) or match
    if recall.touched and any(isinstance(e, TurnAmended) and e.ruling == "illegal" for e in found):
        found = ()  # hands were at work since: what would accuse somebody now may as well be a play
    return found or settles_itself(past.match, settled, best, seen, ground)


def plain(best: Explanation, ground: Ground) -> bool:
    """Whether an explanation needs no excuse: nothing has changed, or there is a lawful play."""
    if best.doubts or best.share < SURE:
        return False
    return not best.changed or isinstance(judged((best,), ground).ruling, Legal)


def settles_itself(
    match: Match, settled: Settled, best: Explanation, seen: Observation, ground: Ground
) -> tuple[AnyEvent, ...]:
    """The events by which the table answers its own question about the last turn, which it could not make
    out; none while it can't. `best` explains what is seen with that turn, and needs an excuse. Without it
    everything is plain: the turn has been taken back, or never was, or now that it is clear was that play."""
    last, one = match.last, match.questions[-1] if match.questions else None
    if one is None or last is None or one.asked.about != "turn" or one.asked.turn != last.event:
        return ()
    if last.after == last.before.position or plain(best, ground):
        return ()
    without = explanations(Settled(last.before.position, settled.places), seen, ground)[0]
    if not plain(without, ground):
        return ()
    if not without.changed or not touches(one.asked, without.before, without.after):
        return (QuestionAnswered("", one.event), TurnTakenBack())
    return _was(match, last, one, judged((without,), ground))


def _was(match: Match, last: LastTurn, one: Open, play: Judged) -> tuple[AnyEvent, ...]:
    """The last turn, now that its cards are clear."""
    lies, ruling = play.explanation, play.ruling
    if isinstance(ruling, Unclear):
        return ()
    turn = ruled(match, last.player, lies.before, lies.after, ruling)
    return (QuestionAnswered(turn.after, one.event), amendment(last.event, turn, "seen"))
