"""Train and measure the reader. It comes with the source tree alone; the product never imports it."""
