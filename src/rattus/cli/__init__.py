"""The command line."""

from rattus.cli.main import app

__all__ = ["app"]
