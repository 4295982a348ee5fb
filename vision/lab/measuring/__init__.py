"""Measure the reader on labelled pictures and on golden scenes, and draw charts of the results."""
