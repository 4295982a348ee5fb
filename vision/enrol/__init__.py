"""Learning one household's own deck from photographs of it, and reading by what was learnt."""
