"""Make PDFs to print, of a deck of letter cards and of the table mat. Draw the wiring and the stands of a
camera."""
