"""Values that several rooms share and that are no rules: viewing conditions, the mat, the scene, simulated
players."""
