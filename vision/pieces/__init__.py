"""Turn outlines into letters: where pieces may lie, the reading of each, and the evidence of neighbours."""
