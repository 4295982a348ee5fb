"""Releases of the table's program: signed archives, set up beside the one in use, tried, left again."""
