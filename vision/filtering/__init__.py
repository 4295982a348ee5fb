"""Keep the outlines that are pieces of the game; reject print on pieces, and cartons."""
