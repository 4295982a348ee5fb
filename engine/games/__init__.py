"""The games as values, a file a family."""
