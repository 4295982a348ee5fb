"""Find cards of which only a corner is visible, by their corner letters."""
