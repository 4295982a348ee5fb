"""Measure the reader against labels, and against golden scenes with their floors; draw charts of the
results."""
