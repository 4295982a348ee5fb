"""The referee at one table: what people say, what is seen, the timer. Events come out."""
