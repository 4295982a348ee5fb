"""Install releases of the table's program: verify signed archives, set them up beside the present one, try
them, undo them."""
