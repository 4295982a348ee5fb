"""What the bench measures, one room a file. Every figure in the README comes from here."""
