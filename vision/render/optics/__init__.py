"""Simulate the camera: its place, light, lens and sensor, and their faults."""
