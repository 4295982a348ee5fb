"""The checks of `lexicon-table doctor`, one subject a file."""
