"""Simulate whole games, and compare what the referee recorded with what the simulated players did."""
