"""Ownlog: Datalog and constraint based ownership analysis and buffer deallocation for MLIR buffer IR.

import ownlog

module = ownlog.parse("in.mlir")
analysis = ownlog.analyze(module)
ownlog.run_pipeline(module, "builtin.module(ownership-based-buffer-deallocation)")
print(module)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.base.errors import Diagnostic, EngineError, InputError, OwnlogError, Position, RuleError
from ownlog.base.version import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ownlog.api.analysis import Analysis
    from ownlog.api.sources import Source
    from ownlog.frontend.ir.module import Module
    from ownlog.rules.engine.program.engine import Engine

_LAZY = {"Analysis": "ownlog.api.analysis", "Module": "ownlog.frontend.ir.module"}

__all__ = [
    "Analysis", "Diagnostic", "EngineError", "InputError", "Module", "OwnlogError", "Position", "RuleError",
    "__version__", "analyze", "parse", "run_pipeline",
]  # fmt: skip


def __getattr__(name: str) -> object:
    # Only when asked for: `ownlog --version` should not wait for the parser and the rules.
    if name not in _LAZY:
        raise AttributeError(f"module 'ownlog' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LAZY[name]), name)


def __dir__() -> list[str]:
    # What is imported for this file alone is nobody's business.
    return [*__all__, "__all__", "__doc__", "__file__", "__name__", "__path__"]


def parse(source: Source, name: str | None = None, *, models: Sequence[Path] = ()) -> Module:
    """MLIR text to IR; `str(module)` is the text again.

    In: the text of one module (without `// -----` splits), a path (a string that names a file, or that no MLIR text
    looks like) or an open file; the name for diagnostics; the user's model files, the forms of which read ops from then
    on. Raises InputError, with position and advice, for an unreadable file and for what is not valid MLIR, and
    RuleError for a faulty model file.
    """
    from ownlog.api.sources import read
    from ownlog.frontend import parse as parse_text

    _take_forms(models)
    return parse_text(*read(source, name))


def analyze(
    module: Module | Source,
    *,
    models: Sequence[Path] = (),
    options: dict[str, str] | None = None,
    engine: Engine | None = None,
    bufferization: Mapping[str, str] | None = None,
) -> Analysis:
    """The analysis of a module, which derives when first asked.

    In: a module, or what `parse` takes; model files; options of the deallocation passes and of one-shot-bufferize, as
    on the command line. Raises RuleError for a faulty model file, EngineError for an engine that fails, and what
    `parse` raises.
    """
    from ownlog.api.analysis import Analysis
    from ownlog.api.sources import module_of

    _take_forms(models)
    return Analysis(module_of(module), options, models, engine, bufferization)


def _take_forms(models: Sequence[Path]) -> None:
    """Read ops by the forms that model files say."""
    if models:
        from ownlog import rules

        rules.load(models)


def run_pipeline(
    module: Module,
    pipeline: str,
    *,
    models: Sequence[Path] = (),
    engine: Engine | None = None,
    gate: bool = True,
    verify: bool | None = None,
    notices: list[Diagnostic] | None = None,
) -> Module:
    """Run passes on a module, in place, and return it.

    In: a pipeline such as "builtin.module(ownership-based-buffer-deallocation)", or names of passes with commas between
    them. With `gate`, the output is checked as by `ownlog check`, and verified (`verify` is its former name). Warnings
    and remarks are added to `notices`. Raises InputError for an unknown pass and for IR that a pass refuses (and then
    leaves unchanged), RuleError for a faulty model file, and `ownlog.base.errors.Fault` for invalid output, a mistake
    in Ownlog.
    """
    from ownlog.backend.context import Context
    from ownlog.backend.passes.pipeline_text import parse_pipeline
    from ownlog.backend.passes.registry import run_passes

    if verify is not None:
        import warnings

        warnings.warn("run_pipeline: verify is now called gate", DeprecationWarning, stacklevel=2)
        gate = verify
    context = Context(tuple(models), engine, gate=gate)
    run_passes(module, parse_pipeline(pipeline), context)
    if notices is not None:
        notices += context.notices
    return module
