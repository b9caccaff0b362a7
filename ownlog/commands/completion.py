"""`ownlog completion`: scripts for shells, and the completions of other commands' parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click
from click.shell_completion import CompletionItem, get_completion_class

from ownlog.base.errors import OwnlogError
from ownlog.base.files import read_text, write_text
from ownlog.file_names import FileName

SHELLS = ("bash", "zsh", "fish")


@click.command(short_help="Print a script that lets a shell complete commands.")
@click.argument("shell", type=click.Choice(SHELLS))
@click.option(
    "-o", "output", type=FileName(), default="-", metavar="FILE", help="Where to write; default: standard output."
)
def completion(shell: str, output: str) -> None:
    """Print a script that lets a SHELL complete commands, options, files, passes, relations, functions and values.

    In bash: eval "$(ownlog completion bash)", in ~/.bashrc to keep it. In zsh the same, with zsh. In fish: ownlog
    completion fish | source.
    """
    made = get_completion_class(shell)
    assert made is not None
    context = click.get_current_context().find_root()
    write_text(output, made(context.command, {}, "ownlog", "_OWNLOG_COMPLETE").source())


def _matching(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def files(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, which the shell knows."""
    return [CompletionItem(incomplete, type="file")]


def pass_flags(incomplete: str) -> list[CompletionItem]:
    """The passes as flags."""
    from ownlog.backend.passes.registry import PASSES

    return [
        CompletionItem(f"--{p.name}", help=p.summary) for p in PASSES.values() if f"--{p.name}".startswith(incomplete)
    ]


def passes(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The last pass of a list of passes, anchored or not."""
    from ownlog.backend.passes.registry import PASSES

    begun = max(incomplete.rfind(sign) for sign in ",(") + 1
    return _matching((incomplete[:begun] + name for name in PASSES), incomplete)


def relations(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The last relation of a query."""
    from ownlog import rules
    from ownlog.rules.shipped.analysis import private_relations

    begun = max(incomplete.rfind(sign) for sign in " ,(!") + 1
    private = frozenset() if context.params.get("private") else private_relations()
    known = (name for name in rules.load().relations if name not in private)
    return _matching((incomplete[:begun] + name for name in known), incomplete)


def functions(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The functions of the module that is named already, with or without @."""
    names = _names(context)
    bare = not incomplete.startswith("@")
    return _matching((name.removeprefix("@") if bare and incomplete else name for name in names), incomplete)


def values(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The buffers of the module that is named already, as messages call them, with or without %."""
    found = []
    for name in _names(context, buffers=True):
        found.append(name.removeprefix("%") if incomplete and incomplete[0] not in "%@" else name)
    return _matching(found, incomplete)


def _names(context: click.Context, buffers: bool = False) -> Sequence[str]:
    """What the module of the command has; nothing where it cannot be read."""
    # click stops at an option whose value is still missing, and leaves what it read before in `args`.
    path = context.params.get("path") or next(iter(context.args), None)
    if not path or path == "-":
        return []
    from ownlog.api.analysis import Analysis
    from ownlog.frontend import parse

    try:
        analysis = Analysis(parse(read_text(path), path))
        names = analysis.questions.names
        if not buffers:
            return names.functions
        of_function = context.params.get("function")
        function = analysis.questions.function(of_function) if of_function else None
        typed = (str(value) for value, text in analysis.facts["value_type"] if "memref" in str(text))
        return [names.label(value, "Value") for value in typed if function is None or value.startswith(f"{function}/")]
    except OwnlogError:
        return []
