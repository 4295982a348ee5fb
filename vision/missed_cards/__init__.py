"""Cards that the first looks missed, and what tells of them: their neighbours, an even row, a trace."""
