"""Simulate players, who choose among the legal plays and cheat sometimes if told to."""

from engine.shared.players.chance import Chance
from engine.shared.players.choosing import STRENGTHS, Strength, choose
from engine.shared.players.intent import Intent
from engine.shared.players.thinking import MAX_EVERYDAY_TIER, MAX_WORD_LETTERS, Mind

__all__ = [
    "MAX_EVERYDAY_TIER",
    "MAX_WORD_LETTERS",
    "STRENGTHS",
    "Chance",
    "Intent",
    "Mind",
    "Strength",
    "choose",
]
