"""Hands and voice: everything that is hardware, disk or time, and the loop that runs the table."""
