"""The subcommands of `tableside`, one module each, imported only when called."""
