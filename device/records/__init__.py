"""Records that survive a power cut: the journal of events, and values kept in files."""
