"""Hold the virtual table itself: the cards on it, and its appearance."""
