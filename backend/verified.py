"""The module is verified after the last pass: invalid output is not printed.

Invalid output is a bug in Ownlog. To name its pass, the passes run again, with verification after each step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from ownlog.backend.context import Context
from ownlog.base.errors import Diagnostic, Fault, InputError, OwnlogError
from ownlog.frontend import parse
from ownlog.frontend.ir.module import Module
from ownlog.frontend.verify.made import verify_made

Run = Callable[[Module, Context], None]
_ADVICE = (
    "this is a mistake in Ownlog: please report it with the input and the command; with --no-gate the output is"
    " printed as it is"
)


def run_and_verify(module: Module, run: Run, context: Context) -> None:
    """Run passes on `module`, in place.

    Raises Fault for an invalid result; the module is then restored, if it was unchanged before.
    """
    was_read = not any(op.touched for op in module.ops)
    run(module, context)
    try:
        verify_made(module)
    except InputError as error:
        [found, *_] = error.diagnostics
        blamed = ""
        if was_read:
            blamed = _to_blame(_read_again(module), run, context)
            module.become(_read_again(module))
        message = f"internal error: the output{f' of {blamed}' if blamed else ''} is not valid: {found.message}"
        raise Fault(found._replace(message=message, advice=_ADVICE)) from None


def _read_again(module: Module) -> Module:
    source = module.source
    return parse(source.text, source.name, source.first_line)


def _to_blame(module: Module, run: Run, context: Context) -> str:
    """The first pass, or step of one, after which the module is not valid; "" where none is found."""
    found: list[str] = []

    @contextmanager
    def looking(name: str, changed: Module) -> Iterator[None]:
        yield
        try:
            verify_made(changed)
        except InputError:
            found.append(name)

    quiet = replace(
        context, around=looking, remarks=list[Diagnostic](), notices=list[Diagnostic](), witness=None, decided=None
    )
    with suppress(OwnlogError):
        run(module, quiet)
    return found[0] if found else ""
