"""The `trivium` command: thin commands over the library, one module each."""

from trivium.cli.main import main

__all__ = ["main"]
