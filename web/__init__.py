"""Show the match on phones: immutable snapshots, live on one page."""
