"""The games as values, one file for each family."""
