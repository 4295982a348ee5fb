"""Shared by the commands that look at what a table has kept: where it is, and what it holds."""
