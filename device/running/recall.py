"""What a referee goes by besides the books: what it remembers of pictures, its word lists, and the ground it
rules on."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.counting import Shown
from engine.explain import Explanation, Ground, judged
from engine.explain.verdict import SURE
from engine.healing import Memory
from engine.match import Match
from engine.observation import Observation
from engine.proposal import Rules
from engine.referee import hand_to_play
from engine.ruling import Legal
from engine.words import WordList

Library = Callable[[str], WordList]
"""Word lists by name."""


@dataclass(frozen=True, slots=True)
class Recall:
    """What is remembered of pictures: of the settled cards what is not certain (`known`), the newest one
    (`seen`) and whether the table may have been touched since it was seen to lie as settled; and the `hands`
    that lie face up to be counted, as they have lain `since` (seconds)."""

    known: Memory = Memory()  # noqa: RUF009 - a frozen value
    seen: Observation | None = None
    touched: bool = True
    hands: tuple[Shown, ...] = ()
    since: float | None = None


def plain(best: Explanation, ground: Ground) -> bool:
    """Whether an explanation needs no excuse: nothing has changed, or there is a lawful play."""
    if best.doubts or best.share < SURE:
        return False
    return not best.changed or isinstance(judged((best,), ground).ruling, Legal)


def ground_of(match: Match, words: WordList) -> Ground:
    """What explanations of this match stand on."""
    return Ground(match.game, words, match.packs)


def rules_of(match: Match, words: WordList, patience: float) -> Rules:
    """What a turn in the making is ruled by; `patience` in seconds."""
    return Rules(ground_of(match, words), hand_to_play(match), match.turns == 0, patience)
