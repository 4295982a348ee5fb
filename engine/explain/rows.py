"""What may have happened on a table of words lying apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from engine.explain.identity import Line, Reading, lines, matched, readings
from engine.explain.inventory import excess
from engine.explain.pile import Exposed, exposed_options
from engine.explain.settled import Explanation, Ground, Place, Settled
from engine.layout.seen import Arrangement
from engine.moves import faces
from engine.observation import Observation
from engine.position import Rows
from engine.ruling import Doubt, Unexplained

_BEAM: Final = 24
UNSEEN: Final = -2.0
"""Logarithm of how likely it is that a word on the table is not seen at all."""
IMPROBABLE: Final = 0.002
"""Explanations less likely than this are dropped."""


@dataclass(frozen=True, slots=True)
class _Draft:
    """An explanation being put together, word by word."""

    score: float = 0.0
    words: tuple[str, ...] = ()
    places: tuple[Place | None, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    exposed: str | None = None

    def plus(self, reading: Reading) -> "_Draft":
        c = reading.candidate
        doubts = (*self.doubts, *c.faint)
        return _Draft(self.score + c.score, (*self.words, c.text), (*self.places, reading.place), doubts)

    def without(self, word: str, place: Place | None) -> "_Draft":
        doubts = (*self.doubts, Unexplained(f"{word} is not to be seen")) if word else self.doubts
        return _Draft(self.score + UNSEEN * bool(word), (*self.words, word), (*self.places, place), doubts)

    def exposing(self, pile: Exposed) -> "_Draft":
        doubts = (*self.doubts, *pile.doubts)
        return _Draft(self.score + pile.score, self.words, self.places, doubts, pile.card)


def explain_rows(
    before: Rows, settled: Settled, arrangement: Arrangement, observation: Observation, ground: Ground
) -> list[Explanation]:
    """Ranked explanations of what lies there now, the likeliest first; shares sum to 1."""
    pairs = matched(settled, before.words, lines(arrangement, observation))
    drafts = [_Draft()]
    for i, line in enumerate(pairs.kept):
        drafts = _kept(drafts, before.words[i], settled.place(i), line, ground)
    for line in sorted(pairs.new, key=lambda k: (k.at[1], k.at[0])):
        drafts = _grown(drafts, readings("", line, ground.words))
    options = list(exposed_options(before.exposed, arrangement, observation))
    drafts = [draft.exposing(e) for draft in drafts for e in options]
    return _ranked(before, sorted(drafts, key=lambda d: -d.score)[:_BEAM], ground)


def _kept(
    drafts: Sequence[_Draft], word: str, place: Place | None, line: Line | None, ground: Ground
) -> list[_Draft]:
    if line is None:
        return [d.without(word, place) for d in drafts]
    return _grown(drafts, readings(word, line, ground.words, place))


def _grown(drafts: Sequence[_Draft], options: Sequence[Reading]) -> list[_Draft]:
    grown = [draft.plus(reading) for draft in drafts for reading in options]
    return sorted(grown, key=lambda d: -d.score)[:_BEAM]


def _ranked(before: Rows, drafts: Sequence[_Draft], ground: Ground) -> list[Explanation]:
    """Drafts the pack allows, or all of them under doubt when it allows none."""
    allowed = [d for d in drafts if not excess(faces("".join(d.words)) + (d.exposed or ""), ground)]
    if not allowed:
        over = excess(faces("".join(drafts[0].words)) + (drafts[0].exposed or ""), ground)
        allowed = [_Draft(d.score, d.words, d.places, (*d.doubts, *over), d.exposed) for d in drafts]
    top = allowed[0].score
    weights = [exp(d.score - top) for d in allowed]
    total = sum(weights)
    return [
        Explanation(
            Rows(before.words, before.exposed if before.exposed is not None else d.exposed),
            Rows(d.words, d.exposed),
            weight / total,
            d.doubts,
            d.places,
        )
        for d, weight in zip(allowed, weights, strict=True)
        if weight >= IMPROBABLE * total
    ]
