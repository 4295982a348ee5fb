"""Convert trained networks to the eight-bit files of `vision/weights`, and back to networks that can be
trained."""
