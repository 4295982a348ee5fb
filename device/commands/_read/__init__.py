"""The output of `read` for people."""
