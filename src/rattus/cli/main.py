"""The command line: `rattus`."""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import rattus
from rattus.cli import (
    admin,
    arena,
    bot,
    check,
    play,
    puzzles,
    replay,
    review,
    rules,
    serve,
    simulate,
    study,
    train,
    warm,
)
from rattus.cli.terminal import ExitStatus, make_console, print_error
from rattus.errors import RattusError


class Commands(TyperGroup):
    """Reports an error of the user's as one line and an exit status, without a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except RattusError as error:
            print_error(str(error))
            raise typer.Exit(ExitStatus.BAD_INPUT) from error
        except KeyboardInterrupt as interrupt:
            make_console(stderr=True).print()
            raise typer.Exit(ExitStatus.INTERRUPTED) from interrupt


app = typer.Typer(cls=Commands, no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        make_console().print(f"rattus {rattus.__version__}")
        raise typer.Exit


@app.callback()
def rattus_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """The board games Rattus, Rattus Africanus and Rattus Cartus: play them, check them, study them."""


app.command(epilog=play.EPILOG)(play.play)
app.command(epilog=check.EPILOG)(check.check)
app.command(epilog=simulate.EPILOG)(simulate.simulate)
app.command(epilog=replay.EPILOG)(replay.replay)
app.command(epilog=review.EPILOG)(review.review)
app.command(epilog=rules.EPILOG)(rules.rules)
app.add_typer(puzzles.app, name="puzzles")
app.command(epilog=check.LESSONS_EPILOG)(check.lessons)
app.command(epilog=arena.EPILOG)(arena.arena)
app.command(epilog=study.EPILOG)(study.study)
app.command(epilog=simulate.EXPORT_EPILOG)(simulate.export)
app.command(epilog=train.EPILOG)(train.train)
app.add_typer(train.net, name="net")
app.command(epilog=serve.EPILOG)(serve.serve)
app.add_typer(admin.app, name="admin")
app.command(epilog=bot.EPILOG)(bot.bot)
app.command(epilog=warm.EPILOG)(warm.warm)
