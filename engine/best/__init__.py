"""Every legal play of a hand, best first: found without trying the words one by one."""

from engine.best.search import Kind, Play, plays

__all__ = ["Kind", "Play", "plays"]
