"""Hands at work on the virtual table."""
