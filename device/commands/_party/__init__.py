"""Run the kinds of `lexicon-table party`, one in each file."""
