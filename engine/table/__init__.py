"""The referee at one table: it takes people's commands, pictures and the time, and returns events."""
