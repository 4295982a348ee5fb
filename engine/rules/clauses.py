"""Find every clause that a breach breaks. A breach is one fault and has one sentence, but several clauses may
forbid it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.moves import Change, Exchange, Insert, Lay, Move, Spell, parts
from engine.ruling import (
    Breach,
    Clause,
    DrewFirst,
    Illegal,
    Incomplete,
    LettersRemoved,
    NotInLine,
    NotListed,
    ProperNoun,
    TwoActions,
    TwoNewWords,
    TwoWordsTouched,
    WordReversed,
)
from engine.words import WordRefusal


@dataclass(frozen=True, slots=True)
class _MoveParts:
    """The facts about a move that decide which clauses of the booklet are named with its ruling."""

    laid: frozenset[str]
    """The words that were laid."""
    exchanged: frozenset[str]
    """The words that resulted from an exchange."""
    gathered: bool
    """True if a word of a patience was gathered from piles."""
    in_lexicon: bool
    """True if a word that lies apart from others was laid or changed, which happens in Lexicon only."""


def _move_parts(move: Move) -> _MoveParts:
    every = parts(move)
    return _MoveParts(
        frozenset(part.word for part in every if isinstance(part, Lay)),
        frozenset(part.after for part in every if isinstance(part, Exchange)),
        any(isinstance(part, Spell) for part in every),
        any(isinstance(part, Lay | Insert | Exchange | Change) for part in every),
    )


class _CoveringBreaches:
    """The breaches of a turn, with the method `covering` that finds the one whose sentence tells a given
    breach. Most breaches have a sentence of their own. Some are told by the sentence of another breach."""

    def __init__(self, breaches: Sequence[Breach]) -> None:
        self._proper: Final[dict[str, Breach]] = {}
        self._taken: Final[dict[str, Breach]] = {}
        for breach in breaches:
            if isinstance(breach, ProperNoun):
                self._proper.setdefault(breach.word, breach)
            elif isinstance(breach, LettersRemoved):
                self._taken.setdefault(breach.before, breach)

    def covering(self, breach: Breach) -> Breach:
        """Return the breach whose sentence also tells the fault of `breach`. This is usually `breach` itself.
        An unlisted proper noun is told by its `ProperNoun`, and an incomplete word that lost letters by its
        `LettersRemoved`."""
        if isinstance(breach, NotListed) and breach.refusal is WordRefusal.PROPER:
            return self._proper.get(breach.word, breach)
        if isinstance(breach, Incomplete) and breach.why != "gap":
            return self._taken.get(breach.word, breach)
        return breach


def clauses_broken(ruling: Illegal) -> tuple[tuple[Clause, Breach], ...]:
    """Return a pair for each clause that an illegal turn breaks: the clause, and the breach that breaks it.
    First come the clauses that the breaches name, in the order of the breaches, then further clauses that the
    same faults break."""
    breaches: dict[Clause, Breach] = {}
    move_parts = _move_parts(ruling.move)
    for breach in ruling.breaches:
        breaches.setdefault(breach.clause, breach)
    for breach in ruling.breaches:
        for clause in _further_clauses(breach, move_parts):
            breaches.setdefault(clause, breach)
    return tuple(breaches.items())


def reported_faults(ruling: Illegal) -> tuple[tuple[Breach, tuple[Clause, ...]], ...]:
    """Return the faults to report, each once, with all clauses that forbid the fault."""
    move_parts, reporters = _move_parts(ruling.move), _CoveringBreaches(ruling.breaches)
    broken_clauses = {
        breach: [breach.clause, *_further_clauses(breach, move_parts)]
        for breach in distinct_breaches(ruling.breaches)
    }
    for breach in ruling.breaches:
        broken_clauses[reporters.covering(breach)] += [breach.clause, *_further_clauses(breach, move_parts)]
    return tuple((breach, tuple(dict.fromkeys(clauses))) for breach, clauses in broken_clauses.items())


def distinct_breaches(breaches: Sequence[Breach]) -> tuple[Breach, ...]:
    """Return the breaches that need a sentence of their own. For example, the sentence that a word lost
    letters also covers the breach that the word is incomplete."""
    return tuple(dict.fromkeys(map(_CoveringBreaches(breaches).covering, breaches)))


def _further_clauses(breach: Breach, move_parts: _MoveParts) -> Iterator[Clause]:
    """Yield the clauses that the fault of `breach` breaks besides the clause that `breach` names."""
    match breach:
        case NotListed():
            yield from _unlisted_clauses(breach, move_parts)
        case WordReversed():
            yield "LEX-C1"  # a reversed word has lost its order too
        case TwoWordsTouched():
            yield "LEX-1"
            if move_parts.exchanged:
                yield "LEX-D"  # "in one word"
        case TwoNewWords():
            yield "LEX-1"
        case TwoActions(actions=("insert", "exchange")):
            yield "LEX-D"
        case DrewFirst(card) if card:
            yield "LEX-B"  # the card was not in the hand
        case NotInLine(lie=lie):
            yield "ALL-5"
            if lie == "diagonal":
                yield "ALL-6"
        case Incomplete():
            yield "ALL-5"
        case _:
            return


_WORD_REQUIREMENTS: Final[Mapping[Clause, Clause]] = MappingProxyType(
    {"LG-7": "XW-3", "KW-3": "KW-2", "MW-8": "MW-2"}
)
"""The clause that requires cards to make words, by the clause of the same booklet that refuses kinds of
words, such as slang. A refused word breaks both."""


def _unlisted_clauses(breach: NotListed, move_parts: _MoveParts) -> Iterator[Clause]:
    """Yield the further clauses that an unlisted string breaks. One is the clause against incomplete words
    (ALL-5). The others are clauses of the game's booklet that require a complete word (LEX-A, LEX-D), words
    in both directions (XW-5) or words that read forwards (ALL-6)."""
    yield "ALL-1"
    if not move_parts.gathered:
        yield "ALL-5"  # a patience's word leaves the table
    if breach.clause == "ALL-1" and breach.word in move_parts.laid:
        yield "LEX-A"
    if breach.word in move_parts.exchanged:
        yield "LEX-D"
    if breach.clause in _WORD_REQUIREMENTS:
        yield _WORD_REQUIREMENTS[breach.clause]
    if breach.clause == "XW-3":
        yield "XW-5"
    if breach.clause == "ALL-1" and breach.refusal is WordRefusal.PROPER and move_parts.in_lexicon:
        yield "LEX-W"
    if breach.backwards:
        yield "ALL-6"
