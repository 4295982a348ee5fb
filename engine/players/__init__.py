"""Simulated players: they pick among the legal plays, and now and then, if told to, they cheat."""

from engine.players.chance import Chance
from engine.players.choosing import STRENGTHS, Strength, choose
from engine.players.intent import Intent
from engine.players.thinking import EVERYDAY, LONGEST

__all__ = ["EVERYDAY", "LONGEST", "STRENGTHS", "Chance", "Intent", "Strength", "choose"]
