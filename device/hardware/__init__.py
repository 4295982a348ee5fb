"""Hardware: cameras, pins, the bell; and a stand-in for each where there is none."""
