"""The bench's measurements, one subject a file. Most figures of docs/measured.md come from here."""
