"""The parts of `enrol` that ask about the cards found, count them, and keep them."""
