"""How the networks are made; never needed to run the product."""
