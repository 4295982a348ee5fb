"""The training task of each network: how pictures become training items with answers, and the loss."""
