"""Make the committed data, measure and fuzz. A table needs nothing of this package."""
