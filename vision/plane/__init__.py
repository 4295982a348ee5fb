"""Where pieces lie, exactly and on the table: edges, the mat, and pixels to millimetres."""
