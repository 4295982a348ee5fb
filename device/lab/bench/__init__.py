"""Run the bench's measurements, one subject in each file. Most figures of docs/measured.md come from here."""
