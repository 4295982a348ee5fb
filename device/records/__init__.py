"""What outlives the plug being pulled: the journal of events, and values kept in files."""
