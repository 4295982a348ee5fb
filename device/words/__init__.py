"""Word lists on disk: the committed list and its cuts, a club's own list, and the meanings of words."""
