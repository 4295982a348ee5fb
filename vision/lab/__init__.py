"""Train and measure the reader. This package comes with the source tree alone; the product never imports
it."""
