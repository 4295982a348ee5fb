"""Load word lists: the committed list and its parts, a club's own list, and the meanings of words."""
