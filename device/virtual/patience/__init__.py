"""Simulate a patience player at the virtual table."""
