"""From outlines to letters: where pieces may lie, what is read on each, and what neighbours say of them."""
