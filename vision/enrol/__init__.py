"""Learn one household's own deck from photographs of it, and read with it."""
