"""What `lexicon-table doctor` looks at, one subject a file."""
