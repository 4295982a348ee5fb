"""A table at work: one thread takes what comes in, asks the referee, and tells everybody."""
