"""Train the networks. The product never needs this package."""
