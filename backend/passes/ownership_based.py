"""ownership-based-buffer-deallocation: mlir-opt's pass, which deallocates at the ends of blocks."""

from __future__ import annotations

from dataclasses import dataclass

from ownlog import rules
from ownlog.backend.block_ends.emit import insert_deallocations
from ownlog.backend.block_ends.filling import FILLED_FROM, block_end_actions, refusals
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, Pass, option, spelled
from ownlog.backend.rewriting.copies import COPY_OPS
from ownlog.base.errors import InputError
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.module import Module
from ownlog.rules.typed_rows import relation_names


@dataclass(frozen=True)
class OwnershipOptions(Options):
    """The options of mlir-opt's pass, and the ops of one kind of memory."""

    private_function_dynamic_ownership: bool = option(False, "Let private functions take and give ownership.")
    alloc_ops: tuple[str, ...] = option((), "Names of further ops that allocate their results.")
    dealloc_ops: tuple[str, ...] = option((), "Names of further ops that free their operand.")
    copy_op: str = option("clone", "What function boundaries copy with.", COPY_OPS)


def deallocate_at_block_ends(module: Module, options: OwnershipOptions, context: Context) -> None:
    """Insert a `bufferization.dealloc` at the end of each block with buffers to free. Raises InputError."""
    naming = Naming(module, effects := context.effects(module))
    facts = extract_facts(module, naming, {**spelled(options), **context.substitutes.options})
    found = rules.derive(facts, context.models, context.engine, relation_names(*FILLED_FROM))
    if refused := refusals(found, naming):
        raise InputError(*refused)
    if context.witness is not None:
        context.witness(facts, naming)
    insert_deallocations(block_end_actions(found, naming), effects, options.copy_op)


PASSES = (
    Pass(
        "ownership-based-buffer-deallocation",
        "insert bufferization.dealloc and pass ownership indicators, so that each buffer is freed once",
        deallocate_at_block_ends,
        OwnershipOptions,
    ),
)
