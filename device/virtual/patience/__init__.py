"""A patience player at the virtual table."""
