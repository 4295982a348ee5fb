"""Combine the evidence for the letters: sight, the figures, the packs, the settled position and the word
list."""

from engine.evidence.figures import merge_figures
from engine.evidence.inventory import assign_faces
from engine.evidence.joint import SURPLUS_CARD_LOG_COST, JointWeights, PartReading, weigh_jointly
from engine.evidence.prior import (
    BARELY_UNSURE_PROBABILITY,
    LISTED_CROSSING_LOG_FACTOR,
    LISTED_LOG_FACTOR,
    SURE_PROBABILITY,
    UNCLEAR_LISTED_LOG_FACTOR,
    clear_letter,
    listing_weight,
)

__all__ = [
    "BARELY_UNSURE_PROBABILITY",
    "LISTED_CROSSING_LOG_FACTOR",
    "LISTED_LOG_FACTOR",
    "SURE_PROBABILITY",
    "SURPLUS_CARD_LOG_COST",
    "UNCLEAR_LISTED_LOG_FACTOR",
    "JointWeights",
    "PartReading",
    "assign_faces",
    "clear_letter",
    "listing_weight",
    "merge_figures",
    "weigh_jointly",
]
