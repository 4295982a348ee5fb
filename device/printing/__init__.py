"""Make PDFs to print: a deck of letter cards, and the table mat."""
