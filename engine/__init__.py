"""The rules: cards seen in, plays, rulings and scores out. Python and nothing else."""
