"""Every legal play of a hand, best first: found without trying the words one by one."""

from engine.best.search import Kind, Play, best_first, plays, prepare

__all__ = ["Kind", "Play", "best_first", "plays", "prepare"]
