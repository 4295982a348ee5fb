"""Make the committed data, measure and fuzz. A table needs no part of this package."""
