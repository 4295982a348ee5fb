"""The virtual table itself: the cards on it, and its look."""
