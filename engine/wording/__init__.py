"""Sentences for people, one module for each topic.

written    the writing of words, cards and people in any sentence
turns      a whole turn, or a challenge of it, made of these parts:
moves      the play                         piles      the patiences' moves and breaches
breaches   the broken rules                 race       the race's breaches
doubts     the table's doubts               questions  the table's questions to people
events     events other than turns          words      the word list's facts about a word
rulings    any fact of a ruling
"""

from engine.wording.breaches import say_breach, say_fault, say_reason
from engine.wording.doubts import say_doubt
from engine.wording.moves import say_added, say_move, say_move_in_progress
from engine.wording.rulings import say, say_ruling

__all__ = [
    "say",
    "say_added",
    "say_breach",
    "say_doubt",
    "say_fault",
    "say_move",
    "say_move_in_progress",
    "say_reason",
    "say_ruling",
]
