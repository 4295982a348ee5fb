"""Sentences for people, one module for each topic.

written    how words, cards and people are written in any sentence
turns      a whole turn, or a challenge of it, made of the parts:
moves      what somebody played             piles      the patiences' moves and breaches
breaches   what rule was broken             race       the race's breaches
doubts     what the table cannot tell       questions  what it asks of people
events     what happens besides turns       words      what the word list says of a word
rulings    any fact of a ruling
"""

from engine.wording.breaches import say_breach, say_fault, say_reason
from engine.wording.doubts import say_doubt
from engine.wording.moves import say_added, say_making, say_move
from engine.wording.rulings import say, say_ruling

__all__ = [
    "say",
    "say_added",
    "say_breach",
    "say_doubt",
    "say_fault",
    "say_making",
    "say_move",
    "say_reason",
    "say_ruling",
]
