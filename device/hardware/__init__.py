"""Drive the hardware: cameras, pins, the bell, and a replacement for each where there is none."""
