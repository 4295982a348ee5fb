"""Somebody alone at the virtual table with a patience."""
