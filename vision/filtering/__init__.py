"""Which of the outlines that were read are pieces of the game: not what is printed on them, nor a carton."""
