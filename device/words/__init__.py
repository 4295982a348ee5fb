"""The words on disk: the committed list and its cuts, a club's own, and what words mean."""
