"""A turn from its first card to its ruling, and its later corrections."""
