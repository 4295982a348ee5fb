"""Whole games simulated and held against the truth."""
