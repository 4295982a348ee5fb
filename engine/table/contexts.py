"""Collect the facts of a match that explanations and the turn in progress rely on."""

from engine.explain import ExplanationContext
from engine.match import Match
from engine.turn.turn_state import TurnContext
from engine.words import WordList


def explanation_context_of(match: Match, words: WordList) -> ExplanationContext:
    """Return the facts of this match that explanations rely on."""
    return ExplanationContext(match.game, words, match.packs)


def turn_context_of(match: Match, words: WordList, still_seconds: float) -> TurnContext:
    """Return the facts that the steps of a turn in progress need. `still_seconds` is the time for which a
    play must lie unchanged to become a turn."""
    return TurnContext(
        explanation_context_of(match, words), match.hand.turns == 0, still_seconds, match.hand.earlier
    )
