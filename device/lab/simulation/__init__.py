"""Whole simulated games, checked against the truth."""
