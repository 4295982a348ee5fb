"""What a referee goes by besides the books: what it remembers of pictures, its word lists, and the ground it
rules on."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.counting import Lying
from engine.events import AnyEvent
from engine.explain import Explanation, Ground, Place, Settled, explanations, judged
from engine.explain.verdict import SURE
from engine.healing import Memory
from engine.match import Match
from engine.observation import Observation
from engine.proposal import Effect, Finished, Rules
from engine.referee import finished, hand_to_play
from engine.ruling import Legal
from engine.words import WordList

Library = Callable[[str], WordList]
"""Word lists by name."""


@dataclass(frozen=True, slots=True)
class Recall:
    """What is remembered of pictures: of the settled cards what is not certain (`known`), the newest one
    (`seen`) and whether the table may have been touched since it was seen to lie as settled; and the `hands`
    that lie face up to be counted."""

    known: Memory = Memory()  # noqa: RUF009 - a frozen value
    seen: Observation | None = None
    touched: bool = True
    hands: tuple[Lying, ...] = ()


def plain(best: Explanation, ground: Ground) -> bool:
    """Whether an explanation needs no excuse: nothing has changed, or there is a lawful play."""
    if best.doubts or best.share < SURE:
        return False
    return not best.changed or isinstance(judged((best,), ground).ruling, Legal)


def never_played(
    match: Match, settled: Settled, best: Explanation, seen: Observation, ground: Ground
) -> bool:
    """Whether the table answers its own question: the turn it could not make out has been taken back, or
    never was, for without it everything lies as it should. `best` explains what is seen with it."""
    last, asked = match.last, match.questions[-1].asked if match.questions else None
    if asked is None or last is None or asked.about != "turn" or asked.turn != last.event:
        return False
    if last.after == last.before.position or plain(best, ground):
        return False
    before = Settled(last.before.position, settled.places)
    return plain(explanations(before, seen, ground)[0], ground)


def written(match: Match, effects: Iterable[Effect], at: int) -> tuple[AnyEvent, ...]:
    """What the effects of a step write into the journal, the first event as its `at`-th."""
    events: tuple[AnyEvent, ...] = ()
    for effect in effects:
        if isinstance(effect, Finished):
            events += finished(match, effect.judged, at + len(events))
    return events


def places_left(effect: Effect) -> tuple[Place | None, ...]:
    """Where the words lie that a finished turn left."""
    return effect.judged.explanation.places if isinstance(effect, Finished) else ()


def ground_of(match: Match, words: WordList) -> Ground:
    """What explanations of this match stand on."""
    return Ground(match.game, words, match.packs)


def rules_of(match: Match, words: WordList, patience: float) -> Rules:
    """What a turn in the making is ruled by; `patience` in seconds."""
    return Rules(ground_of(match, words), hand_to_play(match), match.turns == 0, patience)
