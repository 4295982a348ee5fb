"""What lies, stands and reaches around the cards: table tops, boards, clutter, arms."""
