"""Measure this version on this machine, and simulate whole games. Only the source tree has this package."""
