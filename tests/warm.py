"""What many forks of one process would each load is loaded before they begin."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module

import ownlog
import ownlog.cli
from ownlog.base.cache import Nowhere
from ownlog.frontend.forms import registry
from ownlog.rules import MAIN
from ownlog.rules.engine import EmbeddedEngine, Program

_PIPELINES = ("buffer-deallocation-pipeline", "ownership-based-buffer-deallocation")
_PROGRAM = "func.func @f() {\n  %a = memref.alloc() : memref<f32>\n  return\n}\n"


@cache
def load_all() -> None:
    """Load the command line, the forms of all dialects, the passes, and the compiled rules."""
    for dialect in registry.DIALECTS:
        import_module(f"ownlog.frontend.forms.dialects.{dialect}")
    # What is parsed and compiled here, and not read from the user's cache, is shared by all programs that have a model more.
    program = Program.load(MAIN, cache=Nowhere())
    EmbeddedEngine(keep=False).run(program, {})
    for pipeline in _PIPELINES:
        ownlog.run_pipeline(ownlog.parse(_PROGRAM), pipeline)


@contextmanager
def kept_objects() -> Iterator[None]:
    """Inside, what is there already is never looked at by the collector of garbage, which would copy it in every fork."""
    collects = gc.isenabled()
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        if collects:
            gc.enable()
