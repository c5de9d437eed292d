"""The user interfaces of Tableside: the command line and the local page."""
