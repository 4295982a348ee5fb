"""Render the picture that a camera would take of a table scene, with the truth about its contents."""
