"""People who play together at the virtual table: their cards, their next actions, and their words."""
