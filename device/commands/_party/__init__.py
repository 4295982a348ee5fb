"""The commands of `lexicon-table party`, one kind of party in each file."""
