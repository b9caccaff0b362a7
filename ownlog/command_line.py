"""The command line as click reads it: commands by name, and usage errors in our form."""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module

import click
from click.exceptions import NoArgsIsHelpError

from ownlog.base.errors import WRONG_USAGE, Diagnostic, UsageError, say
from ownlog.base.suggestions import as_a_file, did_you_mean, similar
from ownlog.base.version import __version__
from ownlog.command_words import Words

COMMANDS = {
    "opt": "ownlog.commands.opt",
    "facts": "ownlog.commands.relations",
    "explain": "ownlog.commands.relations",
    "check": "ownlog.commands.check",
    "verify": "ownlog.commands.verify",
    "recheck": "ownlog.commands.recheck",
    "corpus": "ownlog.commands.corpus",
    "relations": "ownlog.commands.relations",
    "query": "ownlog.commands.query",
    "alias": "ownlog.commands.query",
    "owners": "ownlog.commands.query",
    "why": "ownlog.commands.query",
    "peak": "ownlog.commands.peak",
    "annotate": "ownlog.commands.annotate",
    "diff": "ownlog.commands.diff",
    "report": "ownlog.commands.report",
    "dialect": "ownlog.commands.dialect",
    "lsp": "ownlog.commands.lsp",
    "completion": "ownlog.commands.completion",
}
"""Each command and the module that has it, as a click command of the same name."""
_CALM = {"OPENBLAS_NUM_THREADS": "1", "JE_ARROW_MALLOC_CONF": "background_thread:false"}
"""Keeps libraries from starting threads at import: NumPy ends the process if there is none."""


class _Commands(click.Group):
    """A group that imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(COMMANDS[cmd_name]), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            advice = (
                did_you_mean(similar(args[0], COMMANDS))
                or "ownlog --help lists the commands, such as ownlog opt IN.mlir"
            )
            raise UsageError(Diagnostic(f"there is no command '{args[0]}'", advice=advice))
        return super().resolve_command(ctx, args)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ownlog")
def cli() -> None:
    """Ownership analysis and buffer deallocation for MLIR buffer IR."""


def run(arguments: list[str]) -> None:
    """Run a command line. Raises UsageError, and KeyboardInterrupt for an abort."""
    words = Words(cli, arguments)
    os.environ.update(_CALM)
    try:
        cli.main(args=words.read, prog_name="ownlog", standalone_mode=False, obj=words)
    except NoArgsIsHelpError as error:
        say(error.format_message())
        sys.exit(WRONG_USAGE)
    except click.ClickException as error:
        raise UsageError(_told(error, words)) from None
    except click.Abort:
        raise KeyboardInterrupt from None


def _told(error: click.ClickException, words: Words) -> Diagnostic:
    """What click has to say, in the form of all other messages."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    command = context.command_path if context is not None else words.command
    message = re.sub(r"\s+", " ", error.format_message()).rstrip(".")
    meant = ""
    if isinstance(error, click.NoSuchOption):
        option = words.written(error.option_name)
        message = f"no such option: {option}"
        file, names = as_a_file(option), did_you_mean(sorted(error.possibilities or ()))
        meant = f"{file}; " if file else f"{names} " if names else ""
    elif (
        isinstance(error, click.BadParameter)
        and isinstance(error.param, click.Option)
        and "is not" in message
        and error.param.metavar
    ):
        # The names of click's types are for who programs.
        message = message.replace("a valid integer range", "a whole number").replace("a valid float range", "a number")
        meant = f"write {error.param.opts[0]} {error.param.metavar}; "
    usage = context.get_usage().removeprefix("Usage: ") if context is not None else ""
    shown = f"it is {usage}; " if usage and isinstance(error, click.MissingParameter) else ""
    return Diagnostic(message[:1].lower() + message[1:], advice=f"{meant}{shown}see {command} --help")
