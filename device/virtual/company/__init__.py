"""Simulate people who play together at the virtual table: their cards, their next actions, and their
messages."""
