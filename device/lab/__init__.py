"""Measure this machine and this version, and simulate whole games. Only the source tree has this package."""
