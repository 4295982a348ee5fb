"""What `lexicon-table party` does, one way of holding a party a file."""
