"""Find cards that the first looks missed, by their neighbours, by the even steps of a row, and by their
edges."""
