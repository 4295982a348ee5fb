"""Convert trained networks to the eight-bit files of `vision/weights`, and convert these files back to
networks that can be trained."""
