"""Evidence together: sight, the figures, the pack, what lay there before, the word list, weighed as one."""

from engine.evidence.figures import heard
from engine.evidence.inventory import within
from engine.evidence.joint import SURPLUS_CARD_COST, Choice, Joint, jointly
from engine.evidence.prior import (
    CLEAR,
    LISTED_CROSSING,
    LISTED_LOG_FACTOR,
    UNCLEAR_LISTED_LOG_FACTOR,
    clear_letter,
    worth,
)

__all__ = [
    "CLEAR",
    "LISTED_CROSSING",
    "LISTED_LOG_FACTOR",
    "SURPLUS_CARD_COST",
    "UNCLEAR_LISTED_LOG_FACTOR",
    "Choice",
    "Joint",
    "clear_letter",
    "heard",
    "jointly",
    "within",
    "worth",
]
