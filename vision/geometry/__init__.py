"""Measure the geometry of pieces: their exact edges, the mat, and the map from pixels to millimetres."""
