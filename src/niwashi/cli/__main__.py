"""`python -m niwashi.cli` is `niwashi`."""

from niwashi.cli import main

main()
