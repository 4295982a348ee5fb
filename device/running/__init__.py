"""Run a table: one thread takes messages, asks the referee, and reports to everybody."""
