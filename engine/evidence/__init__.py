"""Evidence together: sight, the figures, the pack, what lay there before, the word list, weighed as one."""

from engine.evidence.figures import heard
from engine.evidence.inventory import within
from engine.evidence.joint import BEYOND, Choice, Joint, jointly
from engine.evidence.prior import CLEAR, LISTED, LISTED_CROSSING, UNCLEAR, clear_letter, worth

__all__ = [
    "BEYOND",
    "CLEAR",
    "LISTED",
    "LISTED_CROSSING",
    "UNCLEAR",
    "Choice",
    "Joint",
    "clear_letter",
    "heard",
    "jointly",
    "within",
    "worth",
]
