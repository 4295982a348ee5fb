"""The virtual table: simulated cards, people and camera, for the demo, the bench and the tests."""
