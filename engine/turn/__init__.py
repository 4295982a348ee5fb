"""A turn from its first card to its ruling, and whatever is put right afterwards."""
