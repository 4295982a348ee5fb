"""Turn outlines into letters: the places of possible pieces, the reading of each piece, and the evidence
of its neighbours."""
