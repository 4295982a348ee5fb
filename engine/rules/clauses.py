"""Every clause a breach breaks: it is one fault, said in one sentence, yet often forbidden twice."""

from collections.abc import Iterator, Mapping, Sequence
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
from engine.words import Refusal


def broken(ruling: Illegal) -> tuple[tuple[Clause, Breach], ...]:
    """Every clause that the turn breaks, once, with the breach that tells of it: the breaches' own clauses
    first, in their order, then those that forbid the same."""
    found: dict[Clause, Breach] = {}
    for breach in ruling.breaches:
        found.setdefault(breach.clause, breach)
    for breach in ruling.breaches:
        for clause in _also(breach, ruling.move):
            found.setdefault(clause, breach)
    return tuple(found.items())


def faults(ruling: Illegal) -> tuple[tuple[Breach, tuple[Clause, ...]], ...]:
    """What people are told: each fault once, with every clause that forbids it."""
    once = distinct(ruling.breaches)
    told = {breach: [breach.clause, *_also(breach, ruling.move)] for breach in once}
    for breach in ruling.breaches:
        told[_told_by(breach, once)] += [breach.clause, *_also(breach, ruling.move)]
    return tuple((breach, tuple(dict.fromkeys(clauses))) for breach, clauses in told.items())


def distinct(breaches: Sequence[Breach]) -> tuple[Breach, ...]:
    """The breaches that need a sentence of their own; a word that lost letters is incomplete anyway."""
    return tuple(dict.fromkeys(_told_by(breach, breaches) for breach in breaches))


def _told_by(breach: Breach, others: Sequence[Breach]) -> Breach:
    """The breach whose sentence tells of `breach`: most often its own."""
    if isinstance(breach, NotListed) and breach.refusal is Refusal.PROPER:
        return next(
            (one for one in others if isinstance(one, ProperNoun) and one.word == breach.word), breach
        )
    if not isinstance(breach, Incomplete) or breach.why == "gap":
        return breach
    taken = (one for one in others if isinstance(one, LettersRemoved) and one.before == breach.word)
    return next(taken, breach)


def _also(breach: Breach, move: Move) -> Iterator[Clause]:
    """The other clauses that forbid the same."""
    match breach:
        case NotListed():
            yield from _of_unlisted(breach, move)
        case WordReversed():
            yield "LEX-C1"  # what is reversed has lost its order too
        case TwoWordsTouched():
            yield "LEX-1"
            if any(isinstance(part, Exchange) for part in parts(move)):
                yield "LEX-D"  # "in one word"
        case TwoNewWords():
            yield "LEX-1"
        case TwoActions(actions=("insert", "exchange")):
            yield "LEX-D"
        case DrewFirst(card) if card:
            yield "LEX-B"  # the card was not one of the hand's
        case NotInLine(lie=lie):
            yield "ALL-5"
            if lie == "diagonal":
                yield "ALL-6"
        case Incomplete():
            yield "ALL-5"
        case _:
            return


_OF_KINDS: Final[Mapping[Clause, Clause]] = MappingProxyType({"LG-7": "XW-3", "KW-3": "KW-2", "MW-8": "MW-2"})
"""Clauses that name kinds of words that do not count, with those that ask for words."""


def _in_lexicon(move: Move) -> bool:
    """Whether a word was laid or changed apart from others, as only Lexicon's are."""
    return any(isinstance(part, Lay | Insert | Exchange | Change) for part in parts(move))


def _of_unlisted(breach: NotListed, move: Move) -> Iterator[Clause]:
    """A string that is no word leaves an incomplete word (ALL-5), and where the booklet asks for a complete
    one (LEX-A, LEX-D), for English both ways (XW-5) or for reading forwards (ALL-6), breaks that as well."""
    yield "ALL-1"
    if not any(isinstance(part, Spell) for part in parts(move)):
        yield "ALL-5"  # a patience's word leaves the table
    for part in parts(move):
        match part:
            case Lay(word) if word == breach.word and breach.clause == "ALL-1":
                yield "LEX-A"
            case Exchange(after=after) if after == breach.word:
                yield "LEX-D"
            case _:
                continue
    if breach.clause in _OF_KINDS:
        yield _OF_KINDS[breach.clause]
    if breach.clause == "XW-3":
        yield "XW-5"
    if breach.clause == "ALL-1" and breach.refusal is Refusal.PROPER and _in_lexicon(move):
        yield "LEX-W"
    if breach.backwards:
        yield "ALL-6"
