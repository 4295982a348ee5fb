"""Between a table and its picture: where the camera stands, light, lens and sensor, and what may fail."""
