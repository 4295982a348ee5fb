"""Simulate people who run a race of My Word at the virtual table."""
