"""Where people meet Tableside: the command line and the local page."""
