"""Read the small figure that cards bear beside their letter: a second witness of the letter."""
