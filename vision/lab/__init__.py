"""Train and measure the reader. The laboratory belongs to the source tree only: the installed product
never imports it."""
