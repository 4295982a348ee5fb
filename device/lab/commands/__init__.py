"""The commands of the laboratory, found by their file names as those of `device.commands` are."""
