"""What `read` prints for people."""
