"""Apply the rules: find the changes of a turn and every clause that the turn breaks. `engine.adjudication`
is the entry point."""
