"""Draw the surroundings of the cards: table tops, boards, clutter, arms."""
