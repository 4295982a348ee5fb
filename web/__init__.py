"""Show the match on phones. Each state of the match is an immutable snapshot, which a phone shows on one
page and updates live."""
