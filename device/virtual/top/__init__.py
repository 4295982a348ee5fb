"""The virtual table itself: what lies on it, and how it looks."""
