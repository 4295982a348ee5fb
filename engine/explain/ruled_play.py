"""Rule on the explanations: legal, illegal or unclear. No player is accused while another explanation is
legal, or while a card is doubtful."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.adjudication import adjudicate
from engine.explain.explanation import Explanation, ExplanationContext
from engine.explain.missed_card import missed_card_doubts
from engine.i18n import Sentence
from engine.position import Position
from engine.ruling import (
    Doubt,
    DoubtfulCard,
    Illegal,
    Legal,
    OtherDoubt,
    Ruling,
    SeveralExplanations,
    Unclear,
    is_flagged,
)

MIN_CLEARING_SHARE: Final = 0.02
"""Least share of an explanation that can save a player from an illegal ruling: one in fifty. The figure is a
judgement. With a much smaller share, far-fetched explanations would save everybody. With a much larger
share, innocent players would be accused."""
GUESSED_LETTER_PROBABILITY: Final = 0.5
"""Probability by sight below which a decided letter counts as guessed: sight alone would have read
another letter, or none. Packs, word list and settled position decided it."""
MIN_SURE_PLAY_SHARE: Final = 0.75
"""Least share at which the likeliest explanation counts as the play: three to one. Below this share the
table asks. The figure is a judgement. A question costs a moment, and a wrong turn costs a correction."""


@dataclass(frozen=True, slots=True)
class RuledPlay:
    """The likeliest explanation with its ruling."""

    explanation: Explanation
    ruling: Ruling
    others: tuple[Position, ...] = ()
    """The positions of the other explanations, the likeliest first."""


def rule_on(
    ranked: Sequence[Explanation], context: ExplanationContext, *, first_turn: bool = False
) -> RuledPlay:
    """Return the likeliest explanation with its ruling. `ranked` are the explanations, at least one, the
    likeliest first. The hands are
    unknown, and an unseen card never counts against a player."""
    likely = [one for one in ranked if one.share >= MIN_CLEARING_SHARE] or ranked[:1]
    cases = [(one, _ruled(one, context, first_turn)) for one in likely]
    best, ruling = cases[0]
    others = tuple(one.after for one, _ in cases[1:])
    match ruling:
        case Unclear():
            return RuledPlay(best, ruling, others)
        case Illegal():
            accused = _illegal_or_unclear(ruling, cases)
            return RuledPlay(best, _unless_overlooked(accused, best, context, first_turn), others)
        case Legal():
            return RuledPlay(best, _legal_or_unclear(ruling, best), others)


def _ruled(explanation: Explanation, context: ExplanationContext, first_turn: bool) -> Ruling:
    game, words, packs = context.game, context.words, context.packs
    return adjudicate(game, words, explanation.before, explanation.after, first_turn=first_turn, packs=packs)


def _illegal_or_unclear(ruling: Illegal, cases: Sequence[tuple[Explanation, Ruling]]) -> Ruling:
    """Return the illegal ruling `ruling` if every explanation breaks a rule and no doubtful card is involved.
    Otherwise return an unclear ruling with the doubts."""
    doubts: list[Doubt] = list(cases[0][0].open_points)
    doubts += [SeveralExplanations(r.move, ruling.breaches) for _, r in cases if isinstance(r, Legal)]
    doubts += [d for _, r in cases if isinstance(r, Unclear) for d in r.doubts]
    return Unclear(ruling.move, tuple(doubts)) if doubts else ruling


def _unless_overlooked(
    ruling: Ruling, best: Explanation, context: ExplanationContext, first_turn: bool
) -> Ruling:
    """Return an unclear ruling if one more card would make the play legal, otherwise `ruling`. If the
    referee keeps silent about the breach until a challenge, return `ruling` unchanged, because a question
    would reveal a bluff."""
    if not is_flagged(ruling, context.game.challenges.mode):
        return ruling
    doubts = tuple(missed_card_doubts(best, context, first_turn=first_turn))
    return Unclear(ruling.move, doubts) if doubts else ruling


def _legal_or_unclear(ruling: Legal, best: Explanation) -> Ruling:
    """Return the legal ruling if `best` is likely enough and leaves no serious doubt. Otherwise return an
    unclear ruling with the doubts."""
    unsure = best.share < MIN_SURE_PLAY_SHARE
    open_points = [
        d
        for d in best.open_points
        if unsure or not isinstance(d, DoubtfulCard) or d.probability < GUESSED_LETTER_PROBABILITY
    ]
    if unsure and not open_points:
        open_points = [OtherDoubt(Sentence("I can read the cards in more than one way."))]
    return Unclear(ruling.move, tuple(open_points)) if open_points else ruling
