"""Make the committed data, measure and fuzz: nothing that a set-up needs."""
