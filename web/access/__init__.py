"""Permissions: seats, the table's PIN, the tokens of forms, and the guard before every route."""
