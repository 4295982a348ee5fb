"""Printed matter: decks and tiles, their typefaces, faces, backs and Masters, and cards of other kinds."""
