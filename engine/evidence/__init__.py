"""Evidence together: sight, the pack, what lay there before and the word list, weighed as one."""

from engine.evidence.inventory import within
from engine.evidence.joint import Choice, Joint, jointly
from engine.evidence.prior import CLEAR, LISTED, LISTED_CROSSING

__all__ = ["CLEAR", "LISTED", "LISTED_CROSSING", "Choice", "Joint", "jointly", "within"]
