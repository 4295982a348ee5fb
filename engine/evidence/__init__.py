"""Combine the evidence for the letters: sight, the figures, the packs, the settled position and the word
list."""

from engine.evidence.figures import merge_figures
from engine.evidence.inventory import assign_faces
from engine.evidence.joint import SURPLUS_CARD_LOG_COST, JointWeights, PartReading, weigh_jointly
from engine.evidence.word_list_weight import (
    BARELY_UNSURE_PROBABILITY,
    LISTED_CROSSING_LOG_FACTOR,
    LISTED_LOG_FACTOR,
    SURE_PROBABILITY,
    UNCLEAR_LISTED_LOG_FACTOR,
    listing_weight,
    sure_letter,
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
    "listing_weight",
    "merge_figures",
    "sure_letter",
    "weigh_jointly",
]
