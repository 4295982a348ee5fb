"""What the bench measures, one room a file. Most figures of docs/measured.md come from here."""
