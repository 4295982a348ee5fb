"""Ask about the cards found by `enrol`, count them, and store them."""
