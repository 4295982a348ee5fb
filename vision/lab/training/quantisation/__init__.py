"""Taught networks as the eight-bit files of `vision/weights`, and those made teachable again."""
