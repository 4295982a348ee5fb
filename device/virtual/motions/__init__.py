"""Move hands over the virtual table."""
