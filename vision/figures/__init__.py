"""The small figure that cards bear beside their letter: a second witness of what the letter is."""
