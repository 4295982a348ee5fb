"""Define values that several packages share and that are no rules: viewing conditions, the mat, the scene,
simulated players."""
