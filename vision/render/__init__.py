"""The renderer: a table scene in, the picture a camera would take out, with the truth about what it shows."""
