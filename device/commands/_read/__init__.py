"""Print the output of `read` for people."""
