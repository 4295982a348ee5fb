"""The commands of `lexicon-table`, one module each, found by their file names (see `device.cli`).

A command module has a docstring whose first line is its one-line help, and a public
`command: click.Command` whose help ends with an example. An int that the command returns is the exit
status. Modules whose names start with an underscore are no commands.
"""
