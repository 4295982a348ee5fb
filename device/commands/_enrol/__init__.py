"""What `enrol` does with the cards it found: asks, counts, and keeps."""
