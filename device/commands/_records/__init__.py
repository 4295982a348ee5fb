"""Share parts of the commands that look at a table's records: their place and their contents."""
