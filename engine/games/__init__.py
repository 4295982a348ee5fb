"""The games of the booklets as values, one file for each family of games."""
