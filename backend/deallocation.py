"""buffer-deallocation-pipeline: all passes from allocations to `memref.dealloc`, in the order of MLIR's pipeline of this name."""

from __future__ import annotations

from ownlog.backend.canonicalize import canonicalize
from ownlog.backend.cse import eliminate_common_subexpressions
from ownlog.backend.lowering import lower_deallocations
from ownlog.backend.passes import PASSES, Context, Options
from ownlog.backend.realloc import expand_reallocs
from ownlog.frontend.ir import Module


def deallocate(module: Module, options: Options, context: Context) -> None:
    """Free every buffer of `module` once, in place.

    In: the options of the ownership pass that the pipeline takes too. Raises InputError for what the ownership pass refuses, and for a
    deallocation that needs the library function where the pipeline runs on functions.
    """
    expand_reallocs(module, emit_deallocs=False)
    canonicalize(module)
    insert_deallocations(module, options, context)
    canonicalize(module)
    lower_deallocations(module, context.anchor == "func.func")
    eliminate_common_subexpressions(module)
    canonicalize(module)


def insert_deallocations(module: Module, options: Options, context: Context) -> None:
    """The part that decides what is freed where: it leaves `bufferization.dealloc`s, which the passes after it simplify and lower."""
    insert = PASSES["ownership-based-buffer-deallocation"]
    insert.run(module, {**insert.options, **options}, context)
