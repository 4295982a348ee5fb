"""Find every legal play of a hand, best first, without trying the words one by one."""

from engine.best.missed import MissedPlay, PlayValue, ReviewedTurn, best_missed, missed_plays, reviewed_hands
from engine.best.play_rank import TooManyPlays
from engine.best.play_search import PlaySearch
from engine.best.search import Kind, Play, best_first, hand_reduction, makeable_words, plays, prepare

__all__ = [
    "Kind",
    "MissedPlay",
    "Play",
    "PlaySearch",
    "PlayValue",
    "ReviewedTurn",
    "TooManyPlays",
    "best_first",
    "best_missed",
    "hand_reduction",
    "makeable_words",
    "missed_plays",
    "plays",
    "prepare",
    "reviewed_hands",
]
