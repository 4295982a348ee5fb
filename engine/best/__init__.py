"""Find every legal play of a hand, best first, without trying the words one by one."""

from engine.best.missed import Missed, Reviewed, Worth, got_away, missed, reviewed
from engine.best.play_rank import TooManyPlays
from engine.best.play_search import PlaySearch
from engine.best.search import Kind, Play, best_first, hand_gain, made, plays, prepare

__all__ = [
    "Kind",
    "Missed",
    "Play",
    "PlaySearch",
    "Reviewed",
    "TooManyPlays",
    "Worth",
    "best_first",
    "got_away",
    "hand_gain",
    "made",
    "missed",
    "plays",
    "prepare",
    "reviewed",
]
