"""Modules and operations of other libraries: MLIR's Python bindings, whoever built them, and xDSL.

Nothing of these libraries is imported: an object is known by its methods, and brings its classes along.
"""

from __future__ import annotations

import io
from importlib import import_module
from typing import Any

from ownlog.base.errors import Diagnostic, InputError


def text_of(thing: object) -> str | None:
    """The generic form of a module or operation, with locations; None for anything else."""
    operation = _operation(thing)
    if hasattr(operation, "get_asm"):
        options = {"print_generic_op_form": True, "enable_debug_info": True, "use_local_scope": True}
        return str(operation.get_asm(**options))
    if _is_xdsl(thing):
        out = io.StringIO()
        import_module("xdsl.printer").Printer(stream=out, print_generic_format=True).print_op(thing)
        return out.getvalue()
    return None


def is_module(thing: object) -> bool:
    """Is it a module of its library, and no single operation?"""
    return not hasattr(thing, "get_asm")


def made_like(thing: object, text: str, context: object | None) -> Any:
    """What the library of a module or operation makes of a text: in the context of that object, or in the one given.

    InputError for an object of no such library, and for a text that the library refuses.
    """
    kind: Any = type(thing)
    try:
        if hasattr(thing, "operation") or hasattr(thing, "get_asm"):
            # A class for one op may refuse what passes made of it.
            kind = kind if is_module(thing) or not hasattr(thing, "operation") else type(_operation(thing))
            return kind.parse(text, context=context or getattr(thing, "context", None) or _operation(thing).context)
        if _is_xdsl(thing):
            return import_module("xdsl.parser").Parser(context or _xdsl_context(), text).parse_module()
    except Exception as error:  # each library has its own
        problem = f"{kind.__module__.partition('.')[0]} does not read the result: {error}".rstrip()
        advice = "register its dialects in the context, or allow unregistered ones"
        raise InputError(Diagnostic(problem, advice=advice)) from error
    advice = "pass a module or operation of MLIR's Python bindings, or of xDSL"
    raise InputError(Diagnostic(f"a {kind.__name__} has no MLIR to become like", advice=advice))


def _operation(thing: object) -> Any:
    return getattr(thing, "operation", thing)


def _is_xdsl(thing: object) -> bool:
    return any(each.__module__ == "xdsl.ir.core" and each.__name__ == "Operation" for each in type(thing).__mro__)


def _xdsl_context() -> Any:
    """A context with all dialects that xDSL has."""
    context = import_module("xdsl.context").Context(allow_unregistered=True)
    for name, dialect in import_module("xdsl.dialects").get_all_dialects().items():
        context.register_dialect(name, dialect)
    return context
