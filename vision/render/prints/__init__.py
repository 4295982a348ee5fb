"""What is printed: decks and tiles, their typefaces, faces, backs and Masters, and strangers."""
