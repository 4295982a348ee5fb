"""Explain the change of the table: find the plays that lead from the settled position to the cards on the
table, and rank them by probability."""

from engine.evidence import merge_figures
from engine.explain.board import without_unplayed_pieces
from engine.explain.explanation import (
    Explanation,
    ExplanationContext,
    SettledPosition,
    WordPlace,
    in_game_layout,
    places_after_change,
)
from engine.explain.exposed_card import without_strays
from engine.explain.grid import explain_grid
from engine.explain.mismatch import Mismatch, hidden_words, mismatch, with_words_seen, words_at
from engine.explain.piles import cards_of_piles, explain_piles
from engine.explain.race_words import cards_in_front, explain_fronts
from engine.explain.rows import explain_rows
from engine.explain.ruled_play import RuledPlay, rule_on
from engine.layout import Arrangement, arrange, arrangements
from engine.observation import Observation
from engine.position import Piles, RacePosition, Rows

__all__ = [
    "Explanation",
    "ExplanationContext",
    "Mismatch",
    "RuledPlay",
    "SettledPosition",
    "WordPlace",
    "cards_in_front",
    "cards_of_piles",
    "explanations",
    "hidden_words",
    "mismatch",
    "places_after_change",
    "rule_on",
    "seen_in",
    "with_words_seen",
    "words_at",
]


def seen_in(observation: Observation, context: ExplanationContext) -> Arrangement:
    """Return the cards of `observation` arranged as words in rows or as a grid, by the layout of the game."""
    return arrange(observation, context.words, "rows" if context.game.layout == "rows" else "grid")


def explanations(
    settled: SettledPosition,
    observation: Observation,
    context: ExplanationContext,
    arrangement: Arrangement | None = None,
) -> list[Explanation]:
    """Return the explanations of the change since `settled`, the likeliest first. There is at least one
    explanation, and their shares sum to about 1.

    The letters are decided together with the play. The evidence is the sight of the letters and figures, the
    cards of the settled position, the contents of the packs, and with little weight the word list.
    """
    observation = merge_figures(observation)
    before = in_game_layout(context.game, settled.position)
    if isinstance(before, Rows):
        observation = without_strays(observation, settled)
        seen = arrangement or seen_in(observation, context)
        return explain_rows(before, settled, seen, observation, context)
    if isinstance(before, RacePosition):
        return explain_fronts(before, settled, observation, context)
    if isinstance(before, Piles):
        return explain_piles(before, settled, observation, context)
    if arrangement is not None:
        return explain_grid(before, [arrangement], observation, context)
    observation = without_unplayed_pieces(context.game, observation)
    ways = arrangements(observation, context.words)
    if context.game.plays.discards == "none":
        ways = tuple(way for way in ways if way.exposed is None) or ways
    return explain_grid(before, ways, observation, context)
