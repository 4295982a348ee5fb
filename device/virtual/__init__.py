"""Simulate a table: its cards, people and camera, for the demo, the bench and the tests."""
