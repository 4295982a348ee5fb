"""The virtual table: cards, people and a camera that are not there, for the demo, the bench and the tests."""
