"""The commands of the laboratory. They are found by file name, like those of `device.commands`."""
