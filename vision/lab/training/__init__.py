"""Train the networks of the reader. The product never needs this package."""
