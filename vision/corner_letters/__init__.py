"""Cards that show no more than a corner: their corner letters, and the cards these tell of."""
