"""Install releases of the program: verify a signed archive, set the release up beside the present one, try
it, and return to the previous one."""
