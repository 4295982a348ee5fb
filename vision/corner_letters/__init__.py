"""Find cards that show no more than a corner, by their corner letters."""
