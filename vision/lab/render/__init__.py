"""Render tables that only training, measuring and golden scenes need. The product never draws them."""
