"""Run the table: all hardware, disk and time, and the loop."""
