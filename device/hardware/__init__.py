"""What can be touched: cameras, pins, the bell; and what stands in for each where there is none."""
