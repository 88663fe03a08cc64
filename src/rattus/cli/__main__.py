"""`python -m rattus.cli` is `rattus`."""

from rattus.cli import app

app(prog_name="rattus")
