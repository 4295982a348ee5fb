"""Values that the rooms share and that are no rule: viewing conditions, the mat, the scene, simulated
players."""
