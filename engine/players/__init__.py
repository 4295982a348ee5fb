"""Simulated players: they choose among the legal plays, and cheat now and then if told to."""

from engine.players.chance import Chance
from engine.players.choosing import STRENGTHS, Strength, choose
from engine.players.intent import Intent
from engine.players.thinking import EVERYDAY, LONGEST

__all__ = ["EVERYDAY", "LONGEST", "STRENGTHS", "Chance", "Intent", "Strength", "choose"]
