"""Render tables that only training, measuring and golden scenes need."""
