"""People who play together at the virtual table: what they hold, what they do next, and what they say."""
