"""The phones: immutable snapshots of the match, shown live on one page."""
