"""Drive the hardware: cameras, pins, the bell, and a stand-in for each that is missing."""
