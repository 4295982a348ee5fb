"""Solvers for the patiences: a complete play, the proof that none exists, or neither within the time
given."""

from engine.solve.answer import Answer, Expired, SolverLimits, Verdict
from engine.solve.winnable import winnable

__all__ = ["Answer", "Expired", "SolverLimits", "Verdict", "winnable"]
