"""The rules at work: what a turn changed, and every clause it breaks. The way in is `engine.adjudication`."""
