"""Train the networks; the product never needs this package."""
