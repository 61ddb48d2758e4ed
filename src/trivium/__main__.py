"""``python -m trivium``: the same as the `trivium` command."""

from trivium.cli import main

main()
