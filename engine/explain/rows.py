"""What may have happened on a table of words lying apart."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final

from engine.evidence import Choice, jointly
from engine.explain.identity import Line, Reading, lines, matched, readings
from engine.explain.inventory import excess
from engine.explain.pile import Exposed, exposed_options
from engine.explain.settled import Explanation, Ground, Place, Settled
from engine.layout.seen import Arrangement
from engine.moves import faces
from engine.observation import Observation
from engine.position import Rows
from engine.ruling import Doubt, Unexplained

_MOST: Final = 24
"""Explanations that are looked at; those after them keep their part of the whole, and are not named."""
UNSEEN: Final = -2.0
"""Logarithm of how likely it is that a word on the table is not seen at all."""
IMPROBABLE: Final = 0.002
"""Explanations this much less likely than the likeliest are dropped."""


@dataclass(frozen=True, slots=True)
class _Option:
    """What one word or the exposed pile may be: `faces` of the cards seen or known to lie there, and the
    logarithm of the weight."""

    faces: str
    score: float
    place: Place | None = None
    doubts: tuple[Doubt, ...] = ()
    word: str = ""


def explain_rows(
    before: Rows, settled: Settled, arrangement: Arrangement, observation: Observation, ground: Ground
) -> list[Explanation]:
    """Ranked explanations of what lies there now, the likeliest first; shares are of all there are."""
    pairs = matched(settled, before.words, lines(arrangement, observation))
    parts = [_kept(before.words[i], settled.place(i), line, ground) for i, line in enumerate(pairs.kept)]
    for line in sorted(pairs.new, key=lambda k: (k.at[1], k.at[0])):
        parts.append(_read(readings("", line, ground.words)))
    piles = [_pile(exposed) for exposed in exposed_options(before.exposed, arrangement, observation)]
    return _ranked(before, parts, piles, ground)


def _kept(word: str, place: Place | None, line: Line | None, ground: Ground) -> list[_Option]:
    if line is not None:
        return _read(readings(word, line, ground.words, place))
    doubts = (Unexplained(f"{word} is not to be seen"),) if word else ()
    return [_Option(faces(word), UNSEEN * bool(word), place, doubts, word)]


def _read(found: Sequence[Reading]) -> list[_Option]:
    return [
        _Option(faces(r.candidate.text), r.candidate.score, r.place, r.candidate.faint, r.candidate.text)
        for r in found
    ]


def _pile(exposed: Exposed) -> _Option:
    return _Option(exposed.card or "", exposed.score, None, exposed.doubts)


def _ranked(
    before: Rows, parts: Sequence[Sequence[_Option]], piles: Sequence[_Option], ground: Ground
) -> list[Explanation]:
    """Combinations the packs allow, or those with the fewest cards too many, under doubt, when they allow
    none."""
    every = [*parts, piles]
    limits = ground.game.pack.limits(ground.packs)
    joint = jointly([[Choice(o.faces, o.score) for o in part] for part in every], limits, _MOST)
    least = joint.ranked[0][0] + log(IMPROBABLE)
    return [
        _explanation(
            before,
            [part[i] for part, i in zip(every, chosen, strict=True)],
            exp(score - joint.whole),
            ground,
        )
        for score, chosen in joint.ranked
        if score >= least
    ]


def _explanation(before: Rows, chosen: Sequence[_Option], share: float, ground: Ground) -> Explanation:
    words, exposed = chosen[:-1], chosen[-1].faces or None
    over = excess("".join(o.faces for o in chosen), ground)
    return Explanation(
        Rows(before.words, before.exposed if before.exposed is not None else exposed),
        Rows(tuple(o.word for o in words), exposed),
        share,
        (*(d for o in chosen for d in o.doubts), *over),
        tuple(o.place for o in words),
    )
