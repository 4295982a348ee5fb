"""Explain a table of words that lie apart (Lexicon)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final

from engine.evidence import PartReading, weigh_jointly
from engine.explain.explanation import Explanation, ExplanationContext, SettledPosition, WordPlace
from engine.explain.exposed_card import ExposedCandidate, ExposedPile, exposed_piles
from engine.explain.identity import (
    UNSEEN_LOG_PROBABILITY,
    LineReading,
    PlacedText,
    match_lines,
    readings,
    seen_lines,
    unread_centres,
)
from engine.explain.inventory import excess, face_limits
from engine.layout.arrangement import Arrangement
from engine.moves import faces
from engine.observation import Observation
from engine.position import Rows
from engine.ruling import Doubt, OverlookedCard

_MAX_EXPLANATIONS: Final = 24
"""Greatest number of explanations that are returned, which bounds the time. The likeliest are returned. Each
share is of all explanations, including those that are not returned."""
MIN_EXPLANATION_SHARE: Final = 0.002
"""The least probability of an explanation, relative to the likeliest one; less likely explanations are
dropped. It is a tenth of the share that can save a player from an illegal ruling
(`ruled_play.MIN_CLEARING_SHARE`)."""


@dataclass(frozen=True, slots=True)
class _Option:
    """A possible state of one word, or of the exposed pile, after the change that a picture shows."""

    faces: str
    """The faces of the word's cards, or of the exposed card, without unread cards."""
    score: float
    """The log weight of this state of the word or of the exposed pile."""
    place: WordPlace | None = None
    doubts: tuple[Doubt, ...] = ()
    word: str = ""
    """The text of the word, unread cards included."""
    unseen: tuple[int, ...] = ()
    """The indices in `word` of settled cards that are not seen."""
    unread: tuple[int, ...] = ()
    """The indices in `word` of cards that could not be read."""


@dataclass(frozen=True, slots=True)
class _Case:
    """All explanations in which the same card, at one place, is the exposed card."""

    parts: Sequence[Sequence[_Option]]
    """The possible states of each word, and of the exposed pile last."""
    pile: ExposedPile
    log_total: float
    """The log weight of all combinations of states (one for each word, and one for the exposed pile)
    together."""
    ranked: Sequence[tuple[float, tuple[int, ...]]]
    """The likeliest combinations, each as its log weight and the index of the chosen state of each part."""


def explain_rows(
    before: Rows,
    settled: SettledPosition,
    arrangement: Arrangement,
    observation: Observation,
    context: ExplanationContext,
) -> list[Explanation]:
    """Return ranked explanations of the cards on the table, the likeliest first. Shares are relative to
    all explanations, including those not returned."""
    limits = face_limits(context, "".join(map(faces, before.words)) + (before.exposed or ""))
    cases = [
        _weighed(_parts(before, settled, pile.arrangement, observation, context), pile, limits)
        for pile in exposed_piles(before.exposed, settled.exposed_place, arrangement, observation)
    ]
    whole = log(sum(exp(case.log_total) for case in cases))
    ranked = sorted(((score, c, chosen) for c in cases for score, chosen in c.ranked), key=lambda r: -r[0])
    least = ranked[0][0] + log(MIN_EXPLANATION_SHARE)
    return [
        _explanation(before, case, chosen, exp(score - whole), limits)
        for score, case, chosen in ranked[:_MAX_EXPLANATIONS]
        if score >= least
    ]


def _parts(
    before: Rows,
    settled: SettledPosition,
    arrangement: Arrangement,
    observation: Observation,
    context: ExplanationContext,
) -> list[list[_Option]]:
    """Return one list for each word on the table: the possible states of the word after the change. The
    settled words come first, in their order, then the new words from the top of the picture down."""
    pairs = match_lines(
        settled, before.words, seen_lines(arrangement, observation), unread_centres(observation)
    )
    parts = [
        _word_states(before.words[i], settled.place(i), line, context) for i, line in enumerate(pairs.matched)
    ]
    new = sorted(pairs.new, key=lambda k: (k.centre[1], k.centre[0]))
    return parts + [_reading_states(readings("", line, context.words)) for line in new]


def _word_states(
    word: str, place: WordPlace | None, line: LineReading | None, context: ExplanationContext
) -> list[_Option]:
    if line is not None:
        return _reading_states(readings(word, line, context.words, place))
    return [
        _Option(
            faces(word), UNSEEN_LOG_PROBABILITY * bool(word), place, (), word, unseen=tuple(range(len(word)))
        )
    ]


def _reading_states(texts: Sequence[PlacedText]) -> list[_Option]:
    return [
        _Option(
            # An unread card uses up no card of the packs.
            "".join(card for n, card in enumerate(faces(r.scored.text)) if n not in r.unread),
            r.scored.score,
            r.place,
            r.scored.doubtful_cards,
            r.scored.text,
            r.unseen,
            r.unread,
        )
        for r in texts
    ]


def _pile_state(exposed: ExposedCandidate) -> _Option:
    return _Option(exposed.card or "", exposed.score, None, exposed.doubts)


def _weighed(parts: list[list[_Option]], pile: ExposedPile, limits: Mapping[str, int]) -> _Case:
    """Return the likeliest combinations of states: one state for each word, and one for the exposed pile
    `pile`. Each card beyond the packs' `limits` makes a combination less likely. It does not exclude the
    combination, since players may use other cards."""
    every = [*parts, [_pile_state(exposed) for exposed in pile.options]]
    joint = weigh_jointly(
        [[PartReading(o.faces, o.score) for o in part] for part in every], limits, _MAX_EXPLANATIONS
    )
    ranked = [(score + pile.score, chosen) for score, chosen in joint.ranked]
    return _Case(every, pile, joint.log_total + pile.score, ranked)


def _explanation(
    before: Rows, case: _Case, indices: Sequence[int], share: float, limits: Mapping[str, int]
) -> Explanation:
    chosen = [part[i] for part, i in zip(case.parts, indices, strict=True)]
    words, exposed = chosen[:-1], chosen[-1].faces or None
    after = Rows(tuple(o.word for o in words), exposed)
    over = excess("".join(o.faces for o in chosen), limits)
    return Explanation(
        Rows(before.words, before.exposed if before.exposed is not None else exposed),
        after,
        share,
        (*(d for o in chosen for d in o.doubts), *over, *_unread_card_doubts(before, after, words)),
        tuple(o.place for o in words),
        case.pile.centre,
        frozenset((i, j) for i, o in enumerate(words) for j in o.unseen),
    )


def _unread_card_doubts(before: Rows, after: Rows, words: Sequence[_Option]) -> Iterator[OverlookedCard]:
    """Yield a doubt for each unread card of a new or changed word. `words` are the states chosen for the
    words of `after`."""
    old = (*before.words, *("",) * len(words))
    for i, (was, option) in enumerate(zip(old, words, strict=False)):
        for place in option.unread if option.word != was else ():
            yield OverlookedCard(option.word, place, after, (i, place))
