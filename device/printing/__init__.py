"""Making PDFs to print: a deck of letter cards for those who have none, and the table mat."""
