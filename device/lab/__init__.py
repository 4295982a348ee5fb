"""Measure this machine and this version, and simulate whole games. It comes with the source tree alone."""
