"""Solve patiences: find a complete play, prove that none exists, or stop when the time is over."""

from engine.solve.answer import Answer, Expired, SolverLimits, Winnability
from engine.solve.winnable import winnable

__all__ = ["Answer", "Expired", "SolverLimits", "Winnability", "winnable"]
