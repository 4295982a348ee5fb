"""The training task of each network: pictures cut into items, the answers, and the loss."""
