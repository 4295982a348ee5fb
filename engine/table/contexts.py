"""Collect from a match what two steps must know: explaining a picture, and advancing the turn in progress."""

from engine.explain import ExplanationContext
from engine.match import Match
from engine.turn.turn_state import TurnContext
from engine.words import WordList


def explanation_context_of(match: Match, words: WordList) -> ExplanationContext:
    """Return what explaining a picture must know of the match: its game, words and number of packs."""
    return ExplanationContext(match.game, words, match.packs)


def turn_context_of(match: Match, words: WordList, still_seconds: float) -> TurnContext:
    """Return what the steps of a turn in progress must know of the match: its rules, words, settings and
    first turn.

    `still_seconds` is the time for which a play must lie unchanged to become a turn.
    """
    return TurnContext(
        explanation_context_of(match, words),
        match.hand.turns == 0,
        still_seconds,
        match.hand.earlier_positions,
    )
