"""`python -m webui` is `tableside`."""

from webui.cli import main

main(prog_name="tableside")
