"""What people are told: rulings, breaches, doubts and moves in sentences."""

from engine.wording.rulings import say, say_breach, say_doubt, say_fault, say_move

__all__ = [
    "say",
    "say_breach",
    "say_doubt",
    "say_fault",
    "say_move",
]
