"""Keep the outlines that are pieces of the game. Reject print on pieces, and cartons."""
