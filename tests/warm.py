"""What many forks of one process would each load is loaded before they begin."""

from contextlib import suppress
from functools import cache
from importlib import import_module

import ownlog
from ownlog import rules
from ownlog.backend.passes.registry import PASSES
from ownlog.base.cache import Nowhere
from ownlog.base.errors import InputError
from ownlog.command_line import COMMANDS
from ownlog.frontend.forms import registry
from ownlog.rules import MAIN
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.program import Program
from tests.garbage import keep_objects

_PROGRAM = "func.func @f() {\n  %a = memref.alloc() : memref<f32>\n  return\n}\n"
_TENSORS = "func.func @f(%t: tensor<4xf32>, %x: f32) -> tensor<4xf32> {\n" + (
    "  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n"
)


@cache
def load_all() -> None:
    """Load the command line, the forms of all dialects, the passes, and the compiled rules."""
    for command in COMMANDS.values():
        import_module(command)
    for dialect in registry.DIALECTS:
        import_module(f"ownlog.frontend.forms.dialects.{dialect}")
    # What is parsed and compiled here, and not read from the user's cache, is shared by all programs that have a model
    # more.
    program = Program.load(MAIN, cache=Nowhere())
    EmbeddedEngine(keep=False).run(program, {})
    # The rules as written, which explanations and lists of relations read.
    assert ownlog.analyze(ownlog.parse(_PROGRAM)).explain('buffer("%a")')
    assert rules.load().reads
    for name in PASSES:
        for text in (_PROGRAM, _TENSORS):
            with suppress(InputError):
                ownlog.run_pipeline(ownlog.parse(text), name)
    keep_objects()
