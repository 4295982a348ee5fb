"""Solving a patience: a complete play, the proof that there is none, or neither within the time given."""

from engine.solve.answer import Answer, Expired, Verdict

__all__ = ["Answer", "Expired", "Verdict"]
