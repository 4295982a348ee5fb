"""Simulate whole games, and check them against the truth."""
