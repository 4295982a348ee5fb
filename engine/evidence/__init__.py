"""Combine the evidence for the letters: sight, the figures, the packs, the settled position and the word
list."""

from engine.evidence.figures import merge_figures
from engine.evidence.inventory import assign_faces
from engine.evidence.joint import SURPLUS_CARD_LOG_COST, JointWeights, PartReading, weigh_jointly
from engine.evidence.sure_letters import BARELY_UNSURE_PROBABILITY, MIN_SURE_LETTER_PROBABILITY, sure_letter
from engine.evidence.word_list_weight import (
    CONSISTENT_LISTED_LOG_FACTOR,
    LISTED_CROSSING_LOG_FACTOR,
    LISTED_LOG_FACTOR,
    listing_weight,
)

__all__ = [
    "BARELY_UNSURE_PROBABILITY",
    "CONSISTENT_LISTED_LOG_FACTOR",
    "LISTED_CROSSING_LOG_FACTOR",
    "LISTED_LOG_FACTOR",
    "MIN_SURE_LETTER_PROBABILITY",
    "SURPLUS_CARD_LOG_COST",
    "JointWeights",
    "PartReading",
    "assign_faces",
    "listing_weight",
    "merge_figures",
    "sure_letter",
    "weigh_jointly",
]
