"""`python -m arena.cli`, where the command is not on the path."""

from arena.cli import main

main()
