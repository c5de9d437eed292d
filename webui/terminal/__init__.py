"""The terminal: the language of the command line, and what is written to it."""
